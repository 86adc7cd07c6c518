"""``docs/regulation.md`` is the trace of the regulation as the code has it now, and the trace has no gap."""

import re
from pathlib import Path

import pytest

from engine.articles import Article
from engine.tests import trace
from engine.tests.statements import STATEMENTS, TITLES, Statement, ruled, stands

LAWFUL = (["windows.is_pair"], ["test_10_no_resplit"])


def test_the_page_is_what_the_trace_gives(capsys: pytest.CaptureFixture[str]) -> None:
    assert trace.main("--check") == 0, f"run python -m engine.tests.trace\n{capsys.readouterr().out}"


def test_a_page_that_differs_is_told_by_its_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(trace, "PAGE", tmp_path / "regulation.md")
    assert trace.main() == 0
    assert trace.main("--check") == 0
    trace.PAGE.write_text(trace.page().replace("## 4 Points", "## 4 Pips"), encoding="utf-8")
    assert trace.main("--check") == 1
    told = capsys.readouterr().out.splitlines()
    assert "-## 4 Pips" in told
    assert "+## 4 Points" in told


def test_the_trace_has_no_gap() -> None:
    assert list(trace.gaps()) == []


def test_every_paragraph_has_its_heading_and_its_statements() -> None:
    assert {trace.number(article) for article in Article} == set(range(1, 14))
    assert len(TITLES) == 13
    page = trace.page()
    for paragraph in trace.PARAGRAPHS:
        _, _, section = page.partition(f"\n## {paragraph}")
        rows = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith(("| T |", "| R |"))]
        assert len(rows) == len(STATEMENTS[paragraph]) > 0, paragraph


def test_every_link_of_the_page_leads_somewhere() -> None:
    page = trace.page()
    links = set(re.findall(r"\]\(([^)]+)\)", page))
    headings = {line[3:] for line in page.splitlines() if line.startswith("## ")}
    anchors = {"#" + re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert [link for link in links if link.startswith("#") and link not in anchors] == []
    files = [link for link in links if not link.startswith("#")]
    assert [link for link in files if not (trace.PAGE.parent / link).is_file()] == []


@pytest.mark.parametrize(
    ("statement", "gap"),
    [
        pytest.param(stands("…", [], LAWFUL[1]), "no rule in code", id="no-rule"),
        pytest.param(stands("…", LAWFUL[0], []), "no test", id="no-test"),
        pytest.param(stands("…", ["windows.is_pairs"], LAWFUL[1]), "windows.is_pairs is not defined", id="no-function"),
        pytest.param(stands("…", ["hand.Hand.twice"], LAWFUL[1]), "hand.Hand.twice is not defined", id="no-member"),
        pytest.param(stands("…", ["windows.Coup"], LAWFUL[1]), "windows.Coup is not defined", id="defined-elsewhere"),
        pytest.param(stands("…", ["window.is_pair"], LAWFUL[1]), "window.is_pair is not defined", id="no-module"),
        pytest.param(stands("…", LAWFUL[0], ["test_10"]), "test_10 is no test", id="no-such-test"),
        pytest.param(ruled("…", *LAWFUL, "split_with"), "split_with is no field", id="no-house-option"),
        pytest.param(stands("…", *LAWFUL, "win 5 2:1"), "win 5 2:1 is no row", id="no-row"),
    ],
)
def test_what_a_statement_names_in_vain_is_a_gap(
    statement: Statement, gap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(STATEMENTS, Article.SPLIT, (*STATEMENTS[Article.SPLIT], statement))
    assert [found for found in trace.gaps() if gap in found] != []


@pytest.mark.parametrize(
    ("paragraph", "gap"),
    [
        pytest.param(Article.SPLIT, "10: no statement", id="a-paragraph"),
        pytest.param(Article.SPLIT, "TableRules.split_by: in no ruling", id="a-house-option"),
        pytest.param(Article.WIN, "settlement row lose 5 -1:1: in 0 statements", id="a-row"),
    ],
)
def test_what_no_statement_names_is_a_gap(paragraph: str, gap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STATEMENTS, paragraph, ())
    assert [found for found in trace.gaps() if found.startswith(gap)] != []


def test_each_article_is_cited_by_code_and_by_tests() -> None:
    articles = set(range(1, 14))
    assert trace.articles_tested() >= articles
    assert {*trace.citations(), *trace.named_in()} >= articles
