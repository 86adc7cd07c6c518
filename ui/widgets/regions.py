"""The header with the shoe, the action band, and the dealer's strip."""

from collections.abc import Iterator

from kivy.graphics import InstructionGroup

from engine.view import FACE_DOWN, UNREAD
from ui.layout import DEALER_MM, HEADER_MM, Rect, Sizes
from ui.shown import Band, Burned, Dealer, Naming, Notice, Pad, Reader, Shoe
from ui.theme import BAR_FILL, BAR_TRACK, BRIGHT, DEEP, DIM, EDGE, INK, PANEL, TEXT, Mm, Tone
from ui.widgets.card import NEXT, CardDrawing, fanned
from ui.widgets.ink import NOWHERE, Block, HasParts, Paragraph, Part, Region, Sign, Surface, Untyped, Words

BADGE_MM = 15.9
"""How high the badge beside a trouble is on an upright glass."""
TIGHT = 0.9
"""The distance of a notice's lines, so that three have room."""


class HeaderDrawing:
    """Table, coup, the shoe as a bar, the reader; one bright banner when the shoe ends."""

    def __init__(self, canvas: Untyped, rect: Rect, sizes: Sizes) -> None:
        self._rect, self._sizes = rect, sizes
        px = sizes.px(Mm.BODY)
        self._region = Region(canvas)
        canvas = self._region.canvas
        self._surface = Surface(canvas, sizes.px(1))
        line = rect.upper(sizes.px(HEADER_MM))
        table = Rect(rect.x + sizes.px(1), line.y, sizes.px(20), line.h)
        coup = Rect(table.right, line.y, sizes.px(20), line.h)
        reader = Rect(rect.right - sizes.px(23), line.y, sizes.px(23), line.h)
        count = Rect(reader.x - sizes.px(20), line.y, sizes.px(18), line.h)
        between = Rect(coup.right + sizes.px(1), line.y, count.x - coup.right - sizes.px(2), line.h)
        self._is_upright = line.h != rect.h
        self._bar = Rect(rect.x, rect.y, rect.w, rect.h - line.h) if self._is_upright else between
        banner = Rect(table.x, line.y, reader.x - table.x - sizes.px(1), line.h) if self._is_upright else between
        self._track, self._fill, self._zone = Block(canvas), Block(canvas), Block(canvas)
        self._label = Words(canvas, "white_card", self._bar, sizes.px(Mm.LABEL), TEXT, align="right", is_bold=False)
        self._table = Words(canvas, "table", table, px, TEXT)
        self._coup = Words(canvas, "coup", coup, px, DIM, is_bold=False)
        self._banner = Words(canvas, "banner", banner, sizes.px(Mm.BUTTON), INK, align="center")
        self._count = Words(canvas, "count", count, px, TEXT, align="right")
        self._chip = Surface(canvas, sizes.px(1))
        self._chip_rect = reader
        self._sign = Sign(canvas)
        word = Rect(reader.x + sizes.px(6), reader.y, reader.w - sizes.px(7), reader.h)
        self._reader = Words(canvas, "reader", word, px, TEXT)

    def show(self, shoe: Shoe, reader: Reader, *, is_covered: bool) -> None:
        """Draw the shoe and its link, unless the band covers them."""
        self._region.reveal(is_shown=not is_covered)
        is_banner = bool(shoe.banner)
        bright = BRIGHT[Tone.LAST]
        self._surface.show(self._rect if is_banner else NOWHERE, bright)
        is_told = not (is_banner and self._is_upright)
        self._table.show(shoe.table if is_told else "", INK if is_banner else TEXT)
        self._coup.show(shoe.coup if is_told else "", INK if is_banner else DIM)
        self._count.show(shoe.count if is_told else "", INK if is_banner else TEXT)
        self._banner.show(shoe.banner)
        self._bar_shown(shoe, is_banner=is_banner)
        tone = BRIGHT[reader.tone]
        self._chip.show(self._chip_rect.inset(2) if is_banner else self._chip_rect, DEEP[reader.tone], tone, 2)
        side = self._sizes.px(3.2)
        chip = self._chip_rect
        self._sign.show(reader.sign, Rect(chip.x + self._sizes.px(1.6), chip.y, side, chip.h), tone)
        self._reader.show(reader.text, tone)

    def _bar_shown(self, shoe: Shoe, *, is_banner: bool) -> None:
        bar = self._bar.inset(self._sizes.px(0.7))
        if is_banner or shoe.size <= 0:
            for block in (self._track, self._fill, self._zone):
                block.show(NOWHERE, "")
            self._label.show("")
            return

        def at(cards: int) -> int:
            return bar.x + round(bar.w * min(max(cards, 0), shoe.size) / shoe.size)

        self._track.show(bar, BAR_TRACK)
        self._fill.show(Rect(bar.x, bar.y, at(shoe.out) - bar.x, bar.h), BAR_FILL)
        first, last = (at(cards) for cards in shoe.zone)
        self._zone.show(Rect(first, self._bar.y, max(2, last - first), self._bar.h), TEXT)
        has_label = not self._is_upright
        left_of_zone = Rect(bar.x, self._bar.y, first - self._sizes.px(1.5) - bar.x, self._bar.h)
        self._label.show(shoe.zone_label if has_label else "", rect=left_of_zone)

    def parts(self) -> Iterator[Part]:
        """Its words."""
        if not self._region.is_shown:
            return
        for words in (self._table, self._coup, self._label, self._banner, self._count, self._reader):
            yield from words.parts()


class BandDrawing:
    """The next action: a badge that names the box, one dominant line, one line under it, the article.

    A trouble with a remedy reaches up over the header, so that its sentence has room.
    """

    def __init__(self, canvas: Untyped, rect: Rect, header: Rect, sizes: Sizes) -> None:
        self._rect, self._sizes = rect, sizes
        self._is_upright = rect.h > sizes.px(20)
        self._tall = Rect(rect.x, rect.y, rect.w, header.top - rect.y)
        self._shown: Band | None = None
        self._surface, self._badge_surface = Surface(canvas, sizes.px(1.6)), Surface(canvas, sizes.px(1.6))
        self._sign = Sign(canvas)
        self._badge = Words(canvas, "band.badge", NOWHERE, sizes.px(14), INK, align="center")
        least = sizes.at_least(Mm.TITLE_LEAST)
        title = (max(sizes.px(Mm.TITLE), least), least)
        self._title = Paragraph(canvas, "band.title", NOWHERE, title, is_bold=True, line=TIGHT)
        self._article = Words(canvas, "band.article", NOWHERE, sizes.px(Mm.BODY), DIM, align="right", is_bold=False)
        least_px = sizes.px(Mm.LABEL)
        self._cited = Paragraph(canvas, "band.article", NOWHERE, (least_px, least_px), line=TIGHT, align="center")
        self._amount = Words(canvas, "band.amount", NOWHERE, sizes.px(Mm.AMOUNT), TEXT, align="right")
        detail = (sizes.px(Mm.DETAIL), sizes.px(Mm.LABEL))
        self._detail = Paragraph(canvas, "band.detail", NOWHERE, detail, line=TIGHT)
        self._first_sign = Sign(canvas)
        self._first = Paragraph(canvas, "band.first", NOWHERE, detail, is_bold=True, line=TIGHT)
        self._remedy = Paragraph(
            canvas,
            "band.remedy",
            self._remedy_rect(),
            (sizes.px(Mm.LABEL), sizes.px(Mm.LABEL)),
            is_top=True,
            line=TIGHT,
        )

    def _remedy_rect(self) -> Rect:
        """Under title and detail; on an upright glass as wide as the band."""
        px = self._sizes.px
        left = self._rect.x + px(2.0 if self._is_upright else 18.4)
        high = self._tall.h - px(BADGE_MM + 7.6 if self._is_upright else 14.8) - 4
        return Rect(left, self._rect.y + 4, self._rect.right - px(2) - left, high)

    def show(self, band: Band) -> None:
        """Draw ``band``."""
        if band == self._shown:
            return
        self._shown = band
        sizes, bright = self._sizes, BRIGHT[band.tone]
        rect = self._tall if band.remedy else self._rect
        badge = Rect(rect.x, rect.y, sizes.px(16), rect.h)
        if self._is_upright and band.remedy:
            badge = badge.upper(sizes.px(BADGE_MM))
        named = badge.upper(rect.h - sizes.px(8)) if self._is_upright and not band.remedy else badge
        self._surface.show(rect, DEEP[band.tone], bright, sizes.px(0.6))
        self._badge_surface.show(badge, bright)
        self._sign.show("" if band.badge else band.sign, named.inset(sizes.px(3.5)), INK)
        self._badge.show(band.badge, rect=named)
        left = badge.right + sizes.px(2.4)
        line = Rect(left, rect.y + 3, rect.right - sizes.px(2) - left, rect.h - 6)
        if self._is_upright:
            self._upright_shown(band, line)
        else:
            self._flat_shown(band, line)
        self._remedy.show(band.remedy, TEXT)

    def _flat_shown(self, band: Band, line: Rect) -> None:
        """The article at the right of the title, the amount under it."""
        px = self._sizes.px
        side = px(26 if band.amount else 18) if band.article else 0
        title = line.upper(px(9.2))
        self._title.show(band.title, TEXT, Rect(title.x, title.y, title.w - side, title.h))
        right = Rect(line.right - side, line.y, side, line.h)
        self._article.show(band.article, rect=right.upper(px(5.4), px(1)))
        self._amount.show(band.amount, rect=right.upper(px(7), px(8.5)))
        room = line.upper(px(5.6), px(9.6))
        self._detail_shown(band, Rect(room.x, room.y, room.w - px(27) * bool(band.amount), room.h))

    def _upright_shown(self, band: Band, line: Rect) -> None:
        """The title in two lines, under it what is done; the article under the badge."""
        px = self._sizes.px
        self._title.show(band.title, TEXT, line.upper(px(15.8)))
        side = px(27) if band.amount and not band.remedy else 0
        low = line.upper(px(7.9), px(15.9))
        if band.remedy:
            low = Rect(self._rect.x + px(2), low.y, self._rect.w - px(4), low.h)
        self._detail_shown(band, Rect(low.x, low.y, low.w - side, low.h))
        self._amount.show(band.amount if side else "", rect=Rect(low.right - side, low.y, side, low.h))
        self._article.show("")
        under = Rect(self._rect.x, self._rect.y + px(0.6), px(16), px(8))
        self._cited.show("" if band.remedy else band.article, INK, under)

    def _detail_shown(self, band: Band, room: Rect) -> None:
        """What is done, or what is done before it, with its sign."""
        sizes, first = self._sizes, band.first
        self._detail.show("" if first else band.detail, TEXT if band.remedy else DIM, room)
        if first is None:
            self._first_sign.show("", NOWHERE, "")
            self._first.show("", TEXT)
            return
        side = sizes.px(3.8)
        self._first_sign.show(first.sign, Rect(room.x, room.y, side, room.h), BRIGHT[first.tone])
        beside = Rect(room.x + side + sizes.px(1.4), room.y, room.w - side - sizes.px(1.4), room.h)
        self._first.show(first.text, BRIGHT[first.tone], beside)

    def parts(self) -> Iterator[Part]:
        """Its words."""
        words: tuple[HasParts, ...] = (
            self._badge, self._title, self._article, self._cited, self._amount, self._detail, self._first, self._remedy,
        )  # fmt: skip
        for one in words:
            yield from one.parts()


class DealerDrawing:
    """The dealer's cards and total, what was burned, and a sentence that people must read."""

    def __init__(self, canvas: Untyped, rect: Rect, sizes: Sizes) -> None:
        self._sizes, whole = sizes, rect
        rect = self._rect = whole.upper(sizes.px(DEALER_MM))
        self._surface = Surface(canvas, sizes.px(1.4))
        self._surface.show(whole, PANEL, EDGE, 1)
        self._outer = canvas
        self._hers = Region(canvas)
        canvas = self._hers.canvas
        label = Rect(rect.x + sizes.px(1.6), rect.y, sizes.px(13), rect.h)
        self._label = Words(canvas, "dealer.label", label, sizes.px(Mm.BODY), DIM, is_bold=False)
        self._label_rect = label
        self._who = Words(canvas, "dealer.who", label.upper(label.h // 2, label.h // 2), sizes.px(Mm.LABEL), TEXT)
        self._cards_rect = Rect(label.right, rect.y, sizes.px(34), rect.h)
        self._total = Words(canvas, "dealer.total", NOWHERE, sizes.px(Mm.TOTAL), TEXT)
        self._cards: list[CardDrawing] = []
        self._canvas: Untyped = InstructionGroup()
        canvas.add(self._canvas)
        burned = Rect(self._cards_rect.right + sizes.px(17), rect.y, sizes.px(20), rect.h)
        self._burned_rect = burned.inset(sizes.px(0.8))
        half = self._burned_rect.h // 2
        upper = Rect(burned.x + sizes.px(9), burned.y + half, sizes.px(13), half)
        lower = Rect(upper.x, burned.y + sizes.px(1.2), upper.w, half)
        self._burned = Words(canvas, "burned.label", upper, sizes.px(Mm.LABEL), DIM, is_bold=False)
        self._burned_count = Words(canvas, "burned.count", lower, sizes.px(Mm.BODY), TEXT)
        self._pile = [CardDrawing(canvas, f"burned.card{n}", sizes.px(4)) for n in range(2)]
        canvas = self._outer
        left = burned.right + sizes.px(2.6)
        wide = min(left, rect.right + sizes.px(1.2)) - rect.x - sizes.px(2.4)
        self._title_rect = Rect(rect.x + sizes.px(1.2), rect.y, wide, rect.h)
        self._title = Paragraph(
            canvas, "pad.title", NOWHERE, (sizes.px(Mm.AMOUNT), sizes.px(Mm.LABEL)), is_bold=True, line=TIGHT
        )
        self._entry = Words(canvas, "pad.entry", self._title_rect, sizes.px(Mm.TOTAL), BRIGHT[Tone.ASK], align="right")
        beside = Rect(left, rect.y, rect.right - left, rect.h)
        self._beside_rect = beside if whole.h == rect.h else Rect(rect.x, whole.y, rect.w, whole.h - rect.h)
        self._notice = NoticeDrawing(canvas, self._beside_rect, sizes)
        self._naming: list[CardDrawing] = []

    def show_title(self, pad: Pad | None) -> None:
        """Draw a pad's title and what was entered in the dealer's cards' place, if it has one."""
        is_titled = pad is not None and bool(pad.title)
        self._hers.reveal(is_shown=not is_titled)
        room = self._title_rect
        self._entry.show(pad.entry if pad is not None and is_titled else "")
        room = Rect(room.x, room.y, room.w - self._entry.width - self._sizes.px(2), room.h)
        self._title.show(pad.title if pad is not None else "", TEXT, room)

    def show(self, dealer: Dealer, burned: Burned, beside: Notice | Naming | None) -> None:
        """Draw all three."""
        label = self._label_rect
        self._label.show(dealer.label, rect=label.upper(label.h // 2) if dealer.who else label)
        self._who.show(dealer.who)
        self._cards_shown(dealer)
        self._burned.show(burned.label)
        self._burned_count.show(burned.count_text)
        self._pile_shown(burned)
        self._notice.show(beside if isinstance(beside, Notice) else None)
        self._naming_shown(beside if isinstance(beside, Naming) else None)

    def _cards_shown(self, dealer: Dealer) -> None:
        cards = (*dealer.cards, NEXT) if dealer.next_card else dealer.cards
        size = (self._sizes.px(9.2), self._sizes.px(10))
        places = fanned(self._cards_rect, len(cards), size, self._sizes.px(0.8))
        while len(self._cards) < len(cards):
            self._cards.append(CardDrawing(self._canvas, f"dealer.card{len(self._cards) + 1}", self._sizes.px(5.4)))
        for at, drawing in enumerate(self._cards):
            if at < len(cards):
                drawing.show(cards[at], *places[at], is_lit=dealer.turn and cards[at] == FACE_DOWN)
            else:
                drawing.hide()
        right = places[-1][0].right if places else self._cards_rect.x
        left = right + self._sizes.px(2)
        wide = min(self._sizes.px(29), self._burned_rect.x - self._sizes.px(1.4) - left)
        total = Rect(left, self._rect.y, wide, self._rect.h)
        self._total.show(dealer.total, BRIGHT[Tone.ASK] if dealer.turn else TEXT, total)

    def _pile_shown(self, burned: Burned) -> None:
        cards = [FACE_DOWN] * min(burned.count, 1) + [NEXT] * burned.next_card
        width = self._sizes.px(7.4)
        for at, drawing in enumerate(self._pile):
            if at < len(cards):
                left = self._burned_rect.x - (width + 4) * (len(cards) - 1 - at)
                place = Rect(left, self._burned_rect.y, width, self._burned_rect.h)
                drawing.show(cards[at], place, place.h)
            else:
                drawing.hide()

    def _naming_shown(self, naming: Naming | None) -> None:
        """The hand in which a card is to be named, and that card lit."""
        cards = naming.cards if naming is not None else ()
        size = (self._sizes.px(9.2), self._sizes.px(10))
        places = fanned(self._beside_rect, len(cards), size, self._sizes.px(0.8))
        while len(self._naming) < len(cards):
            self._naming.append(CardDrawing(self._canvas, f"naming.card{len(self._naming) + 1}", self._sizes.px(5.4)))
        for at, drawing in enumerate(self._naming):
            if naming is not None and at < len(cards):
                drawing.show(UNREAD if at == naming.at else cards[at], *places[at])
            else:
                drawing.hide()

    def parts(self) -> Iterator[Part]:
        """Its words."""
        hers: tuple[HasParts, ...] = (self._label, self._who, self._total, self._burned, self._burned_count)
        cards: tuple[HasParts, ...] = (*self._cards, *self._pile)
        shown = (*hers, *cards) if self._hers.is_shown else ()
        drawn: tuple[HasParts, ...] = (
            *shown,
            *self._naming,
            self._title,
            self._entry,
            self._notice,
        )
        for words in drawn:
            yield from words.parts()


class NoticeDrawing:
    """A sentence beside the dealer's cards, in three lines at most, and how many wait behind it."""

    def __init__(self, canvas: Untyped, rect: Rect, sizes: Sizes) -> None:
        self._rect, self._sizes = rect, sizes
        self._surface = Surface(canvas, sizes.px(1.2))
        self._sign = Sign(canvas)
        px = (sizes.px(Mm.BODY), sizes.px(Mm.LABEL))
        room = Rect(rect.x + sizes.px(5.4), rect.y + 2, rect.w - sizes.px(6.4), rect.h - 4)
        corner = sizes.px(6)
        self._alone = Paragraph(canvas, "notice", room, px, line=TIGHT)
        self._one_of = Paragraph(canvas, "notice", Rect(room.x, room.y, room.w - corner, room.h), px, line=TIGHT)
        last = Rect(room.right - corner, room.y + sizes.px(0.6), corner, sizes.px(5))
        self._more = Words(canvas, "notice.more", last, sizes.px(Mm.BODY), BRIGHT[Tone.LAST], align="right")

    def show(self, notice: Notice | None) -> None:
        """Draw ``notice``."""
        if notice is None:
            self._surface.hide()
            self._sign.show("", NOWHERE, "")
            for words in (self._alone, self._one_of):
                words.show("", TEXT)
            self._more.show("")
            return
        bright, side, rect = BRIGHT[notice.tone], self._sizes.px(3.6), self._rect
        self._surface.show(rect, DEEP[notice.tone], bright, 2)
        self._sign.show(notice.sign, Rect(rect.x + self._sizes.px(1.2), rect.y, side, rect.h), bright)
        self._alone.show("" if notice.more else notice.text, TEXT)
        self._one_of.show(notice.text if notice.more else "", TEXT)
        self._more.show(notice.more)

    def parts(self) -> Iterator[Part]:
        """Its words."""
        for words in (self._alone, self._one_of, self._more):
            yield from words.parts()
