"""Changes to the law, one at a time, and which test fails of each: a change that no test notices is a gap.

``python -m engine.tests.mutation [MODULE …]`` goes over :data:`LAW`, or other modules of the engine, and prints the
changes that no test notices.
"""

import ast
import importlib
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from functools import partial
from itertools import product
from signal import ITIMER_VIRTUAL, SIGVTALRM, setitimer, signal
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Final, TypeAlias

LAW: Final = (
    "rules",
    "wagers",
    "windows",
    "settlement",
    "shoe",
    "hand",
    "count",
    "betting",
    "legality",
    "procedure",
    "play",
)
"""The modules that say what is lawful, in which order it is played, and what it pays."""
TESTS: Final = (
    "house_options",
    "wagers",
    "insurance",
    "even_money",
    "split",
    "double",
    "surrender",
    "prize_options",
    "metal_box",
    "forecast",
    "offered",
    "count",
    "assistant",
    "refusals",
    "rows",
    "hand",
    "settlement",
    "procedure",
    "last_coup",
    "cancelled_coup",
    "unread_cards",
    "rules",
    "cards",
    "slips_cancelled",
    "slips_late_calls",
    "slips_misdealt",
    "slips_named_hands",
    "slips_names",
    "slips_reviewed",
    "slips_shoe",
    "slips_void_and_held",
    "slips_withdrawn",
)
"""The test modules that must notice."""
TOO_LONG_S: Final = 0.5
"""Of this process's time: a test that a change keeps busy for so long has noticed it."""


# Tests, called in this process


@dataclass(frozen=True)
class Case:
    """One test with its parameters."""

    name: str
    call: Callable[[], object]


def cases(module: ModuleType) -> Iterator[Case]:
    """The tests of a module that need no fixture, once for each set of their parameters."""
    for name, test in vars(module).items():
        if not name.startswith("test_") or not isinstance(test, FunctionType):
            continue
        marks = getattr(test, "pytestmark", [])
        if hasattr(test, "hypothesis") or any(mark.name == "xfail" for mark in marks):
            continue
        sets = [list(_parameters(*mark.args)) for mark in marks if mark.name == "parametrize"]
        for chosen in product(*sets):
            parameters = {key: value for some in chosen for key, value in some.items()}
            if set(inspect.signature(test).parameters) == set(parameters):
                yield Case(name, partial(test, **parameters))


def _parameters(names: str | tuple[str, ...], values: Any) -> Iterator[dict[str, Any]]:
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    for value in values:
        given = getattr(value, "values", value) if type(value).__name__ == "ParameterSet" else value
        alone = len(keys) == 1 and given is value
        yield dict(zip(keys, (given,) if alone else given, strict=True))


def all_cases() -> list[Case]:
    """The tests of :data:`TESTS`."""
    return [case for name in TESTS for case in cases(importlib.import_module(f"engine.tests.test_{name}"))]


def noticed_by(tests: list[Case], *, too_long_s: float = TOO_LONG_S) -> str | None:
    """The first of the tests that fails, moved to the front: it is the likeliest to notice the next change too."""
    for at, case in enumerate(tests):
        try:
            with _timed(too_long_s):
                case.call()
        except Exception:  # noqa: BLE001 - whatever a test raises, it fails
            tests.insert(0, tests.pop(at))
            return case.name
    return None


def callers(tests: list[Case]) -> dict[CodeType, list[Case]]:
    """By the code of each function, the tests that call it: no other can notice that it is changed."""
    found: dict[CodeType, list[Case]] = {}
    for case in tests:
        called: set[CodeType] = set()
        with _watched(called):
            case.call()
        for code in called:
            found.setdefault(code, []).append(case)
    return found


@contextmanager
def _watched(called: set[CodeType]) -> Iterator[None]:
    def watch(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            called.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(before)


@contextmanager
def _timed(too_long_s: float) -> Iterator[None]:
    """What never ends ends with an error.

    Raises:
        TimeoutError: after ``too_long_s`` of this process's time.
    """

    def too_long(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError

    signal(SIGVTALRM, too_long)
    setitimer(ITIMER_VIRTUAL, too_long_s)
    try:
        yield
    finally:
        setitimer(ITIMER_VIRTUAL, 0)


# Changes


Node: TypeAlias = ast.AST

OTHER_COMPARISON: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OTHER_OPERATION: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


def changed(node: Node) -> Node | None:
    """The node with its meaning changed; ``None``: nothing of it is changed here."""
    other = copy(node)
    match other:
        case ast.Compare(ops=[op]):
            other.ops = [OTHER_COMPARISON[type(op)]()]
        case ast.BoolOp(op=ast.And()):
            other.op = ast.Or()
        case ast.BoolOp(op=ast.Or()):
            other.op = ast.And()
        case ast.UnaryOp(op=ast.Not()):
            return other.operand
        case ast.BinOp(op=op) if type(op) in OTHER_OPERATION:
            other.op = OTHER_OPERATION[type(op)]()
        case ast.Constant(value=bool(value)):
            other.value = not value
        case ast.Constant(value=int(value)):
            other.value = value + 1
        case ast.IfExp():
            other.body, other.orelse = other.orelse, other.body
        case ast.Return(value=ast.Call()):
            other.value = ast.copy_location(ast.Constant(None), other.value or other)
        case _:
            return None
    return other


@dataclass(frozen=True)
class Change:
    """One change to one function of a module."""

    module: ModuleType
    function: str
    """Its qualified name."""
    line: str
    """As it is."""
    change: str
    code: CodeType

    def lawful(self) -> FunctionType:
        """The function that it changes."""
        return next(one for one in _functions(self.module) if one.__qualname__ == self.function)

    @property
    def name(self) -> str:
        """What is changed, and into what."""
        return f"{self.module.__name__.rpartition('.')[2]}.{self.function}: {self.change}"

    def __str__(self) -> str:
        return f"{self.name}    in: {self.line}"


def changes(module: ModuleType) -> Iterator[Change]:
    """Every change to the functions of a module, in the order of its lines."""
    source = inspect.getsource(module)
    lines, tree = source.splitlines(), ast.parse(source)
    functions = {function.__qualname__: function for function in _functions(module)}
    for owner, defined in _defined(tree):
        name = f"{owner}{defined.name}"
        if name not in functions:
            continue
        alone = ast.Module([_within(owner, defined)], [])
        for node, other in _changed_within(defined):
            with _replaced(defined, node, other):
                code = _code_of(compile(alone, str(module.__file__), "exec"), name)
            if code is not None:
                yield Change(module, name, lines[_at(node)].strip(), f"{_line(node)} -> {_line(other)}", code)


def _at(node: Node) -> int:
    return int(getattr(node, "lineno", 1)) - 1


def _line(node: Node) -> str:
    return ast.unparse(node).partition("\n")[0]


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    for value in vars(module).values():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            yield value
        elif isinstance(value, type) and value.__module__ == module.__name__:
            for member in vars(value).values():
                function: object = getattr(member, "fget", None) or getattr(member, "__func__", member)
                if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                    yield function


def _defined(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for top in tree.body:
        if isinstance(top, ast.FunctionDef):
            yield "", top
        elif isinstance(top, ast.ClassDef):
            yield from ((f"{top.name}.", member) for member in top.body if isinstance(member, ast.FunctionDef))


def _within(owner: str, defined: ast.FunctionDef) -> ast.stmt:
    """The function with nothing around it but its class."""
    if not owner:
        return defined
    alone = ast.ClassDef(owner.removesuffix("."), [], [], [defined], [])
    return ast.copy_location(alone, defined)


def _changed_within(defined: ast.FunctionDef) -> Iterator[tuple[Node, Node]]:
    for statement in defined.body:
        for node in ast.walk(statement):
            other = changed(node)
            if other is not None:
                yield node, other


@contextmanager
def _replaced(within: Node, node: Node, other: Node) -> Iterator[None]:
    """The tree has ``other`` in the place of ``node``."""
    parent, name, at = _place(within, node)
    _put(parent, name, at, other)
    try:
        yield
    finally:
        _put(parent, name, at, node)


def _place(within: Node, node: Node) -> tuple[Node, str, int | None]:
    for parent in ast.walk(within):
        for name, value in ast.iter_fields(parent):
            if value is node:
                return parent, name, None
            if isinstance(value, list):
                for at, item in enumerate(value):
                    if item is node:
                        return parent, name, at
    raise LookupError(ast.dump(node))


def _put(parent: Node, name: str, at: int | None, node: Node) -> None:
    if at is None:
        setattr(parent, name, node)
    else:
        getattr(parent, name)[at] = node


def _code_of(code: CodeType, name: str) -> CodeType | None:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found = constant if constant.co_qualname == name else _code_of(constant, name)
            if found is not None:
                return found
    return None


@contextmanager
def made(change: Change) -> Iterator[None]:
    """The law is changed."""
    function = change.lawful()
    lawful = function.__code__
    function.__code__ = change.code
    try:
        yield
    finally:
        function.__code__ = lawful


def unnoticed(module: ModuleType, tests: dict[CodeType, list[Case]]) -> Iterator[Change]:
    """The changes to a module that no test notices; ``tests``: by the code that they call."""
    for change in changes(module):
        those = tests.get(change.lawful().__code__, [])
        with made(change):
            if noticed_by(those) is None:
                yield change


if __name__ == "__main__":
    by_code = callers(all_cases())
    for name in sys.argv[1:] or LAW:
        for gap in unnoticed(importlib.import_module(f"engine.{name}"), by_code):
            print(gap)  # noqa: T201
