"""Money as people read it. Everywhere else it is whole avos (1/100 pataca)."""


def money(amount: int) -> str:
    """Avos as patacas.

    >>> money(125_000), money(-1250), money(0)
    ('1,250', '-12.50', '0')
    """
    whole, avos = divmod(abs(amount), 100)
    return f"{'-' if amount < 0 else ''}{whole:,}" + (f".{avos:02}" if avos else "")
