"""Enrolment of the house deck's tags: which tag lies in which card, written down as the cards pass the reader.

:mod:`~firmware_bridge.enrolment.enrolment`, :mod:`~firmware_bridge.enrolment.check` and
:mod:`~firmware_bridge.enrolment.replacement` are the rules, without input or output; each has a dialogue (enrolling,
checking, replacing) that turns what was heard into sentences; :mod:`~firmware_bridge.enrolment.work` keeps the files.
"""
