"""The header with the shoe, the action band, and the dealer's strip."""

from collections.abc import Iterator

from engine.view import FACE_DOWN
from ui.layout import Rect, Sizes
from ui.shown import Band, Burned, Dealer, Notice, Reader, Shoe
from ui.theme import BAR_FILL, BAR_TRACK, BRIGHT, DEEP, DIM, EDGE, INK, PANEL, TEXT, Mm, Tone
from ui.widgets.card import NEXT, CardDrawing, fanned
from ui.widgets.ink import NOWHERE, Block, Paragraph, Part, Sign, Surface, Untyped, Words


class HeaderDrawing:
    """Table, coup, the shoe as a bar, the reader; one bright banner when the shoe ends."""

    def __init__(self, canvas: Untyped, rect: Rect, sizes: Sizes) -> None:
        self._rect, self._sizes = rect, sizes
        px = sizes.px(Mm.BODY)
        self._surface = Surface(canvas, sizes.px(1))
        table = Rect(rect.x + sizes.px(1), rect.y, sizes.px(20), rect.h)
        coup = Rect(table.right, rect.y, sizes.px(20), rect.h)
        reader = Rect(rect.right - sizes.px(23), rect.y, sizes.px(23), rect.h)
        count = Rect(reader.x - sizes.px(20), rect.y, sizes.px(18), rect.h)
        self._bar = Rect(coup.right + sizes.px(1), rect.y, count.x - coup.right - sizes.px(2), rect.h)
        self._track, self._fill, self._zone = Block(canvas), Block(canvas), Block(canvas)
        label = Rect(self._bar.x, rect.y, self._bar.w - sizes.px(9), rect.h)
        self._label = Words(canvas, "white_card", label, sizes.px(Mm.LABEL), TEXT, align="right", is_bold=False)
        self._table = Words(canvas, "table", table, px, TEXT)
        self._coup = Words(canvas, "coup", coup, px, DIM, is_bold=False)
        self._banner = Words(canvas, "banner", self._bar, sizes.px(Mm.BUTTON), INK, align="center")
        self._count = Words(canvas, "count", count, px, TEXT, align="right")
        self._chip = Surface(canvas, sizes.px(1))
        self._chip_rect = reader
        self._sign = Sign(canvas)
        word = Rect(reader.x + sizes.px(6), reader.y, reader.w - sizes.px(7), reader.h)
        self._reader = Words(canvas, "reader", word, px, TEXT)

    def show(self, shoe: Shoe, reader: Reader) -> None:
        """Draw the shoe and its link."""
        is_banner = bool(shoe.banner)
        bright = BRIGHT[Tone.LAST]
        self._surface.show(self._rect if is_banner else NOWHERE, bright)
        self._table.show(shoe.table, INK if is_banner else TEXT)
        self._coup.show(shoe.coup, INK if is_banner else DIM)
        self._count.show(shoe.count, INK if is_banner else TEXT)
        self._banner.show(shoe.banner)
        self._label.show("" if is_banner else shoe.zone_label)
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
            return

        def at(cards: int) -> int:
            return bar.x + round(bar.w * min(max(cards, 0), shoe.size) / shoe.size)

        self._track.show(bar, BAR_TRACK)
        self._fill.show(Rect(bar.x, bar.y, at(shoe.out) - bar.x, bar.h), BAR_FILL)
        first, last = (at(cards) for cards in shoe.zone)
        self._zone.show(Rect(first, self._bar.y, max(2, last - first), self._bar.h), TEXT)

    def parts(self) -> Iterator[Part]:
        """Its words."""
        for words in (self._table, self._coup, self._label, self._banner, self._count, self._reader):
            yield from words.parts()


class BandDrawing:
    """The next action: a badge that names the box, one dominant line, one line under it, the article."""

    def __init__(self, canvas: Untyped, rect: Rect, sizes: Sizes) -> None:
        self._rect, self._sizes = rect, sizes
        self._shown: Band | None = None
        self._surface, self._badge_surface = Surface(canvas, sizes.px(1.6)), Surface(canvas, sizes.px(1.6))
        self._badge_rect = Rect(rect.x, rect.y, sizes.px(16), rect.h)
        self._sign = Sign(canvas)
        self._badge = Words(canvas, "band.badge", self._badge_rect, sizes.px(14), INK, align="center")
        inner = Rect(self._badge_rect.right + sizes.px(2.4), rect.y + 3, 0, rect.h - 6)
        side = sizes.px(26)
        right = Rect(rect.right - side - sizes.px(2), inner.y, side, inner.h)
        self._article_rect = right.upper(sizes.px(5.4), sizes.px(1))
        self._amount = Words(
            canvas,
            "band.amount",
            Rect(right.x, right.y + 3, right.w, sizes.px(7)),
            sizes.px(Mm.AMOUNT),
            TEXT,
            align="right",
        )
        line = Rect(inner.x, inner.y, right.x - inner.x - sizes.px(1), inner.h)
        self._article = Words(
            canvas, "band.article", self._article_rect, sizes.px(Mm.BODY), DIM, align="right", is_bold=False
        )
        self._title_rect = line.upper(sizes.px(9.2))
        self._title = Words(canvas, "band.title", self._title_rect, sizes.px(Mm.TITLE), TEXT)
        below = Rect(line.x, inner.y, line.w, inner.h - self._title_rect.h)
        wide = Rect(line.x, rect.y + 2, rect.right - line.x - sizes.px(1), rect.h - sizes.px(7.8) - 2)
        self._detail = Paragraph(canvas, "band.detail", below, (sizes.px(4.2), sizes.px(Mm.LABEL)))
        self._remedy = Paragraph(canvas, "band.remedy", wide, (sizes.px(4.2), sizes.px(Mm.LABEL)))

    def show(self, band: Band) -> None:
        """Draw ``band``."""
        if band == self._shown:
            return
        self._shown = band
        bright = BRIGHT[band.tone]
        self._surface.show(self._rect, DEEP[band.tone], bright, self._sizes.px(0.6))
        self._badge_surface.show(self._badge_rect, bright)
        side = self._sizes.px(9)
        badge = self._badge_rect
        sign = Rect(badge.x + (badge.w - side) // 2, badge.y + (badge.h - side) // 2, side, side)
        self._sign.show("" if band.badge else band.sign, sign, INK)
        self._badge.show(band.badge)
        is_trouble = not band.article
        title = self._title_rect.upper(self._sizes.px(7.6)) if is_trouble else self._title_rect
        self._title.show(band.title, TEXT, title, self._sizes.at_least(6.93 if is_trouble else Mm.TITLE))
        self._article.show(band.article)
        self._amount.show(band.amount)
        self._detail.show("" if is_trouble else band.detail, DIM)
        self._remedy.show(band.detail if is_trouble else "", TEXT)

    def parts(self) -> Iterator[Part]:
        """Its words."""
        for words in (self._badge, self._title, self._article, self._amount, self._detail, self._remedy):
            yield from words.parts()


class DealerDrawing:
    """The dealer's cards and total, what was burned, and a sentence that people must read."""

    def __init__(self, canvas: Untyped, rect: Rect, sizes: Sizes) -> None:
        self._rect, self._sizes = rect, sizes
        self._surface = Surface(canvas, sizes.px(1.4))
        self._surface.show(rect, PANEL, EDGE, 1)
        label = Rect(rect.x + sizes.px(1.6), rect.y, sizes.px(13), rect.h)
        self._label = Words(canvas, "dealer.label", label, sizes.px(Mm.BODY), DIM, is_bold=False)
        self._cards_rect = Rect(label.right, rect.y, sizes.px(34), rect.h)
        self._total = Words(canvas, "dealer.total", NOWHERE, sizes.px(Mm.TOTAL), TEXT)
        self._cards: list[CardDrawing] = []
        self._canvas = canvas
        burned = Rect(self._cards_rect.right + sizes.px(17), rect.y, sizes.px(20), rect.h)
        self._burned_rect = burned.inset(sizes.px(0.8))
        half = self._burned_rect.h // 2
        upper = Rect(burned.x + sizes.px(9), burned.y + half, sizes.px(13), half)
        lower = Rect(upper.x, burned.y + sizes.px(1.2), upper.w, half)
        self._burned = Words(canvas, "burned.label", upper, sizes.px(Mm.LABEL), DIM, is_bold=False)
        self._burned_count = Words(canvas, "burned.count", lower, sizes.px(Mm.BODY), TEXT)
        self._pile = [CardDrawing(canvas, f"burned.card{n}", sizes.px(4)) for n in range(2)]
        left = burned.right + sizes.px(2.6)
        self._notice_rect = Rect(left, rect.y + 2, rect.right - left - 2, rect.h - 4)
        self._notice_surface = Surface(canvas, sizes.px(1.2))
        self._notice_sign = Sign(canvas)
        room = Rect(left + sizes.px(5.4), rect.y + 2, self._notice_rect.w - sizes.px(6.4), rect.h - 4)
        self._notice = Paragraph(canvas, "notice", room, (sizes.px(Mm.BODY), sizes.px(Mm.LABEL)))

    def show(self, dealer: Dealer, burned: Burned, notice: Notice | None) -> None:
        """Draw all three."""
        self._label.show(dealer.label)
        self._cards_shown(dealer)
        self._burned.show(burned.label)
        self._burned_count.show(burned.count_text)
        self._pile_shown(burned)
        self._notice_shown(notice)

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
        total = Rect(right + self._sizes.px(2), self._rect.y, self._sizes.px(19), self._rect.h)
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

    def _notice_shown(self, notice: Notice | None) -> None:
        if notice is None:
            self._notice_surface.hide()
            self._notice_sign.show("", NOWHERE, "")
            self._notice.show("", TEXT)
            return
        bright, side = BRIGHT[notice.tone], self._sizes.px(3.6)
        rect = self._notice_rect
        self._notice_surface.show(rect, DEEP[notice.tone], bright, 2)
        self._notice_sign.show(notice.sign, Rect(rect.x + self._sizes.px(1.2), rect.y, side, rect.h), bright)
        self._notice.show(notice.text, TEXT)

    def parts(self) -> Iterator[Part]:
        """Its words."""
        for words in (self._label, self._total, self._burned, self._burned_count, self._notice):
            yield from words.parts()
