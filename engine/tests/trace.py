"""The regulation followed into the code: each statement of it with its house option, its rule and its tests.

``python -m engine.tests.trace`` writes :data:`PAGE`; with ``--check`` it says what differs and exits 1. The statements
are in :mod:`engine.tests.statements`; every name there is resolved here, so one that is renamed is found out.
"""

import ast
import difflib
import importlib
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args, get_origin, get_type_hints

from msgspec import structs

from engine.articles import Article
from engine.rules import TableRules, faults
from engine.settlement import ROWS, Row
from engine.tests.options import OPTIONS
from engine.tests.statements import HEADINGS, HIDDEN, MONEY, STATEMENTS, TITLES, Statement

ROOT: Final = Path(__file__).parents[2]
ENGINE: Final = ROOT / "engine"
PAGE: Final = ROOT / "docs" / "regulation.md"
PARAGRAPHS: Final = (*Article, MONEY, HIDDEN)
"""In the order of the page."""
FIELDS: Final = TableRules.__struct_fields__
"""The house options."""


# Names


@cache
def tree_of(path: Path) -> ast.Module:
    """A file of the engine, parsed."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def rule_path(name: str) -> Path:
    """The file that defines ``module.name``, or the module of that name.

    Raises:
        LookupError: nothing of that name is defined there.
    """
    parts = name.split(".")
    split = max((at for at in range(1, len(parts) + 1) if _file(parts[:at]).is_file()), default=0)
    path, defined = _file(parts[:split]), parts[split:]
    if not split or (defined and defined[0] not in _defined(tree_of(path))):
        raise LookupError(f"{name} is not defined in the engine")
    found: object = importlib.import_module(".".join(["engine", *parts[:split]]))
    for part in defined:
        found = getattr(found, part, LookupError)
        if found is LookupError:
            raise LookupError(f"{name} is not defined in the engine")
    return path


def _file(module: list[str]) -> Path:
    return ENGINE.joinpath(*module).with_suffix(".py")


def _defined(tree: ast.Module) -> set[str]:
    """The names that a module defines itself."""
    names = set()
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]):
                names.add(name)
    return names


@cache
def tests() -> dict[str, list[Path]]:
    """The engine's tests by name, each with the files that define it."""
    found: dict[str, list[Path]] = {}
    for path in sorted(ENGINE.rglob("test_*.py")):
        for name in sorted(_defined(tree_of(path))):
            if name.startswith("test_"):
                found.setdefault(name, []).append(path)
    return found


def key(row: Row) -> str:
    """A row of the settlement as a statement names it."""
    return f"{row.outcome} {row.article} {row.ratio.numerator}:{row.ratio.denominator}"


# Citations


def number(paragraph: str) -> int:
    """The article that a paragraph is of."""
    return int(re.split(r"\D", paragraph)[0])


def law() -> Iterator[Path]:
    """The engine's files, tests aside, and the list of articles itself."""
    for path in sorted(ENGINE.rglob("*.py")):
        if "tests" not in path.parts and path.name != "articles.py":
            yield path


@cache
def citations() -> Counter[int]:
    """How often the code names a paragraph of each article as a value, ``Article.X``."""
    found: Counter[int] = Counter()
    for path in law():
        for node in ast.walk(tree_of(path)):
            match node:
                case ast.Attribute(value=ast.Name(id="Article"), attr=name):
                    found[number(Article[name])] += 1
    return found


IN_WORDS: Final = re.compile(r"\barticles?\s+((?:\d+(?:\(\d\))?[a-c]?(?:,\s+|;\s+|\s+and\s+)?)+)")
PARAGRAPH: Final = re.compile(r"\d+(?:\(\d\))?[a-c]?")


@cache
def named_in() -> dict[int, list[str]]:
    """The modules whose docstrings cite each article."""
    found: dict[int, list[str]] = {}
    for path in law():
        cited = {
            number(paragraph)
            for node in ast.walk(tree_of(path))
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
            for words in IN_WORDS.findall(node.value.value)
            for paragraph in PARAGRAPH.findall(words)
        }
        for article in cited:
            found.setdefault(article, []).append(".".join(path.relative_to(ENGINE).with_suffix("").parts))
    return found


def articles_tested() -> set[int]:
    """The articles that tests are named after."""
    found = (re.match(r"test_(\d+)_", name) for name in tests())
    return {int(match[1]) for match in found if match is not None}


# What is wrong


def gaps() -> Iterator[str]:
    """What the trace lacks or names in vain."""
    for paragraph in PARAGRAPHS:
        if not STATEMENTS.get(paragraph):
            yield f"{paragraph}: no statement"
    for paragraph, statements in STATEMENTS.items():
        if paragraph not in PARAGRAPHS:
            yield f"{paragraph}: no paragraph of the page"
        for statement in statements:
            for gap in _gaps_of(statement):
                yield f"{paragraph}: {statement.says!r}: {gap}"
    every = [statement for statements in STATEMENTS.values() for statement in statements]
    held = {option for statement in every if statement.kind == "R" for option in statement.options}
    yield from (f"TableRules.{field}: in no ruling" for field in FIELDS if field not in held)
    traced = Counter(row for statement in every for row in statement.rows)
    for row, count in Counter(map(key, ROWS)).items():
        if traced[row] < count:
            yield f"settlement row {row}: in {traced[row]} statements, there are {count} such rows"
    for article in range(1, len(TITLES) + 1):
        if not citations()[article] and article not in named_in():
            yield f"article {article}: no code cites it"
        if article not in articles_tested():
            yield f"article {article}: no test is named after it"


def _gaps_of(statement: Statement) -> Iterator[str]:
    if not statement.code:
        yield "no rule in code"
    if not statement.tests:
        yield "no test"
    for name in statement.code:
        try:
            rule_path(name)
        except LookupError as error:
            yield str(error)
    proven = {option.field for option in OPTIONS}
    yield from (f"{name} is no test" for name in statement.tests if name not in tests())
    yield from (f"{option} is no field of TableRules" for option in statement.options if option not in FIELDS)
    yield from (f"no script proves {option}" for option in statement.options if option not in proven)
    yield from (f"{row} is no row of the settlement" for row in statement.rows if row not in set(map(key, ROWS)))


# The page


def page() -> str:
    """The trace as it must stand in :data:`PAGE`."""
    counts = Counter(statement.kind for statements in STATEMENTS.values() for statement in statements)
    lines = [
        "<!-- Written by `python -m engine.tests.trace`: change engine/tests/statements.py, not this page. -->",
        "",
        "# The regulation, followed into the code",
        "",
        "Portaria 57/83/M, Official Regulation of the game of Blackjack (21), Macau, 3 March 1983 (a historic",
        "regulation, revoked in 2004): each thing that it says, in our own short words, with the rule in code that",
        "obeys it and the tests that hold it. A test makes sure that this page is whole: every paragraph, every house",
        "option and every row of the settlement is here, and no rule or test is named that is not there.",
        "",
        f"**T**: it stands in the text ({counts['T']} statements). **R**: our ruling where the text is silent or has",
        f"two readings ({counts['R']}). A house option is a field of `TableRules` in",
        "[engine/rules.py](../engine/rules.py); its default, in bold, is the ruling. Each is proven by scripts that no",
        "other value of it passes, in [engine/tests/options.py](../engine/tests/options.py). A row of the settlement",
        "is written with its outcome, its article and what the wager wins times itself: `natural 6 3:2`.",
        "",
        "| article | | paragraphs | named as a value in code (`Article.X`) | cited in the words of |",
        "| --- | --- | --- | --- | --- |",
    ]
    for article, title in enumerate(TITLES, 1):
        paragraphs = " · ".join(_link_to(one) for one in Article if number(one) == article)
        modules = ", ".join(_link(name, ROOT / "engine" / _path(name)) for name in named_in().get(article, ()))
        lines.append(f"| {article} | {title} | {paragraphs} | {citations()[article]} | {modules} |")
    lines += ["", f"Besides: {_link_to(MONEY)} · {_link_to(HIDDEN)}"]
    for paragraph in PARAGRAPHS:
        lines += ["", f"## {_heading(paragraph)}", "", *_table(STATEMENTS[paragraph])]
    return "\n".join(lines) + "\n"


def _path(module: str) -> str:
    return module.replace(".", "/") + ".py"


def _heading(paragraph: str) -> str:
    if paragraph not in set(Article):
        return paragraph
    return f"{paragraph} {HEADINGS.get(paragraph) or TITLES[number(paragraph) - 1]}"


def _link_to(paragraph: str) -> str:
    """A link to the heading of a paragraph, as Markdown readers make its anchor."""
    anchor = re.sub(r"[^\w -]", "", _heading(paragraph).lower()).replace(" ", "-")
    return f"[{paragraph}](#{anchor})"


def _table(statements: tuple[Statement, ...]) -> Iterator[str]:
    yield "| | statement | house option | rule in code | tests |"
    yield "| --- | --- | --- | --- | --- |"
    for statement in statements:
        rules = [_link(name, rule_path(name)) for name in statement.code]
        rules += [f"{_link(f'row {row}', ENGINE / 'settlement.py')}" for row in statement.rows]
        proofs = [_link(name, path) for name in statement.tests for path in tests()[name]]
        proofs += [
            f"{_link('test_the_house_option', ENGINE / 'tests' / 'test_house_options.py')} of `{option}`"
            for option in statement.options
        ]
        options = "<br>".join(f"`{option}`: {_values(option)}" for option in statement.options)
        cells = (statement.kind, statement.says, options, "<br>".join(rules), "<br>".join(proofs))
        yield f"| {' | '.join(cells)} |"


def _link(name: str, path: Path) -> str:
    return f"[{name}](../{path.relative_to(ROOT).as_posix()})"


def _values(field: str) -> str:
    """The values of a house option, the default in bold."""
    default = getattr(TableRules(), field)
    hint = get_type_hints(TableRules)[field]
    if hint is bool:
        values: list[object] = [False, True]
    elif get_origin(hint) is Literal:
        values = list(get_args(hint))
    else:
        lawful = [n for n in range(10) if field not in _faulty(field, n)]
        values = [default, "a number"] if 9 in lawful else list(lawful)
    return ", ".join(f"**{_shown(value)}**" if value == default else _shown(value) for value in values)


def _faulty(field: str, value: int) -> list[str]:
    return [fault.field for fault in faults(structs.replace(TableRules(), **{field: value}))]


def _shown(value: object) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def main(*arguments: str) -> int:
    """Write the page, or say with ``--check`` what differs; gives the exit status."""
    found = list(gaps())
    if not found and "--check" in arguments:
        before = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
        found = list(
            difflib.unified_diff(before.splitlines(), page().splitlines(), "as it is", "as it must be", "", "", 0, "")
        )
    elif not found:
        PAGE.write_text(page(), encoding="utf-8")
    for gap in found:
        print(gap)  # noqa: T201
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
