"""What the benchmark of searches measures; its figures are no matter of tests."""

from itertools import combinations
from random import Random

from deploy.benchmarks.log_search import AT_ONCE, ONE_BY_ONE, SHOE, Year, measure
from engine.journal.index_notes import Batch


def test_every_filter_and_every_pair_is_looked_for_and_found() -> None:
    written: list[int] = []
    measured = measure(coups=1000, times=8, told=written.append)
    assert sum(written) == 1000 // AT_ONCE * AT_ONCE
    names = {searched.filters for searched in measured.searched}
    single = [filters[0] for filters in names if len(filters) == 1]
    assert len(single) == 8
    pairs = {frozenset(filters) for filters in names if len(filters) == 2}
    assert pairs == set(map(frozenset, combinations(single, 2)))
    found = {searched.filters: searched.found for searched in measured.searched}
    assert all(found[name,] > 0 for name in single)
    assert found[()] > found["shoe",]
    assert measured.slowest.ms.p99 == max(searched.ms.p99 for searched in measured.searched)
    assert 6 < measured.results / (measured.coups + ONE_BY_ONE) < 9
    assert measured.bytes > 100 * measured.coups


def test_a_year_by_chance_goes_on_batch_by_batch_without_a_gap() -> None:
    batches = list(Year(Random(1)).batches(SHOE * 2))
    assert [batch.after for batch in batches[1:]] == [batch.upto for batch in batches[:-1]]
    assert all(isinstance(batch, Batch) and batch.noted[-1].seq == batch.upto for batch in batches)
    last = [batch.noted[-2].result for batch in batches[1:]]
    assert [result.number for result in last if result is not None and result.last_of_shoe] == [SHOE, SHOE * 2]
