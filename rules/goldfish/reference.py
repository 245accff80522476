"""The goldfish in plain Python, to be read beside the rulebook. The kernel must match it game by game."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from rules.facts import Slot
from rules.goldfish import layout
from rules.goldfish.encoding import BLANK, STATS, Encoded, FactionCard, Gear, Kind, Person
from rules.goldfish.layout import LOCATIONS, RENOWN_TO_WIN, SHUFFLE, WIDTH
from rules.goldfish.placements import ANYWHERE, BAZAAR, DOCKS, Bar, Placement
from rules.goldfish.shuffle import shuffle
from rules.random_streams import Stream

_NOTHING: Final = frozenset[int]()
_FIGHTING: Final = ("combat", "resolve", "finesse")


@dataclass(frozen=True, slots=True)
class Record:
    """One finished game: the measures of each Day, and the cards that were drawn, played and paid with."""

    days: tuple[tuple[int, ...], ...]
    drawn: frozenset[int]
    played: frozenset[int]
    paid: frozenset[int]

    @property
    def measures(self) -> tuple[int, ...]:
        """The measures of all Days in one row."""
        return tuple(value for day in self.days for value in day)


def play(deck: Encoded, seed: int, game: int) -> Record:
    """Play one game to its end."""
    table = _Table(deck, seed, game)
    for day in range(len(deck.days)):
        table.play_day(day)
    return Record(
        tuple(tuple(measures) for measures in table.measures),
        frozenset(table.drawn),
        frozenset(table.played),
        frozenset(table.paid),
    )


class _Crew:
    """The people in play, where they are this Day, and what they bear."""

    def __init__(self, people: tuple[Person, ...]) -> None:
        self.people = people
        self.members: set[int] = set()
        self.stats: dict[int, dict[str, int]] = {}
        self.gear: dict[int, list[int]] = {}
        self.slots: dict[int, set[Slot]] = {}
        #: Where each person went in the City this Day.
        self.posts: dict[int, int] = {}
        self.engaged: set[int] = set()

    def join(self, person: int) -> None:
        self.members.add(person)
        self.stats[person] = {name: getattr(self.people[person].stats, name) for name in STATS}
        self.gear[person] = []
        self.slots[person] = set()

    def leave(self, person: int) -> list[int]:
        """Leave play (rule 1.8); returns the faction attachments the person bore."""
        self.members.remove(person)
        return self.gear[person]

    def bear(self, person: int, gear: Gear) -> None:
        self.slots[person].add(gear.slot)
        for name in STATS:
            if name not in self.people[person].dashes:
                self.stats[person][name] += getattr(gear.stats, name)

    def bearers(self, gear: Gear) -> set[int]:
        """Who may bear it and has room for it (rule 9.4)."""
        return {
            person
            for person in self.members & gear.bearers
            if (gear.slot is Slot.FREE or gear.slot not in self.slots[person])
            and (not gear.needs_weapon or Slot.WEAPON in self.slots[person])
        }

    def champion(self) -> int:
        """The best fighter by Combat, then Resolve, then Finesse, then the policy's preference."""
        return max(self.members, key=lambda person: (*(self.stats[person][name] for name in _FIGHTING), person))

    def claimers(self) -> set[int]:
        """Those who could still engage to claim (rules 5.6, 6.13)."""
        return {person for person in self.members - self.engaged if self.people[person].claims}

    def go_home(self) -> None:
        self.posts.clear()
        self.engaged.clear()


class _Table:
    """A player alone in the City."""

    def __init__(self, deck: Encoded, seed: int, game: int) -> None:
        self.deck = deck
        self.seed = seed
        self.game = game
        self.measures = [[0] * WIDTH for _ in deck.days]
        self.today = self.measures[0]

        self.hand: set[int] = set(deck.opening)
        self.faction_deck = list(deck.stack)
        self.discard: set[int] = set()
        self.shuffles = 0
        self._shuffle_faction_deck()
        self._match_deck_size()
        self.drawn: set[int] = set(self.hand)
        self.played: set[int] = set()
        self.paid: set[int] = set()
        self.reserved: set[int] = set()
        self.wanted: set[int] = set()

        self.city_deck = list(range(len(deck.city)))
        shuffle(self.city_deck, Stream(seed, game, used=layout.CITY))
        self.city: list[int | None] = [None] * LOCATIONS
        self.renown_at = [0] * LOCATIONS
        self.barred: int | None = None
        #: Locations with somebody who will claim.
        self.manned: set[int] = set()

        self.crew = _Crew(deck.people)
        self.crew.join(deck.leader)
        self.brutes: set[int] = set()
        self.renown = 0
        self.dominated = False
        self.margins = 0

    def card(self, index: int) -> FactionCard:
        return self.deck.cards[index]

    # The Day (section 4)

    def play_day(self, day: int) -> None:
        self.today = self.measures[day]
        plan = self.deck.days[day]
        self._dawn()
        self._muster(plan.musters)
        self._resolve_scheme(plan.placement)
        self._draw(plan.draws)
        self._measure_hand()
        self._choose_reserve()
        self._recruit()
        self._play_brutes()
        self._equip_from_hand()
        self._equip_from_city()
        self._measure_crew()
        self._duel()
        self._plunder()
        self._dusk(plan.placement)

    def _dawn(self) -> None:
        """Place a City card at each location while there are any (4.1.3, Q5)."""
        self.city = [self.city_deck.pop(0) if self.city_deck else None for _ in range(LOCATIONS)]
        self._draw(self.deck.dawn_draws)

    def _muster(self, person: int) -> None:
        """The Day's character joins; over the crew cap, the least valued leaves, never the Leader (4.2.4, 9.1, Q26)."""
        if person < 0:
            return
        self.crew.join(person)
        while len(self.crew.members) > self.deck.crew_cap and len(self.crew.members) > 1:
            least = min(self.crew.members - {self.deck.leader})
            self.discard |= set(self.crew.leave(least))

    def _resolve_scheme(self, placement: Placement) -> None:
        """Place the scheme's unconditional Renown (4.2.5)."""
        if placement.empties:
            self.renown_at = [0] * LOCATIONS
        self.barred = self._bar(placement.bar)
        for location, amount in enumerate((placement.docks, placement.forums, placement.bazaar)):
            self.renown_at[location] += amount
        chosen = self._place_renown(placement.chosen, placement.among)
        if placement.scares and chosen:
            self.city[chosen[0]] = None
        bare = [location for location in range(LOCATIONS) if not self.renown_at[location] and location != self.barred]
        for location in bare[: placement.bare]:
            self.renown_at[location] += 1

    def _bar(self, bar: Bar) -> int | None:
        """The location that cannot be controlled this Day: the poorest the scheme allows, the last if tied."""
        if bar is Bar.EMPTIED_END:
            location = DOCKS.bit_length() - 1 if self.renown_at[0] < self.renown_at[2] else BAZAAR.bit_length() - 1
            self.renown_at[location] = 0
            self.city[location] = None
            return location
        if bar is Bar.POOREST:
            location = min(reversed(range(LOCATIONS)), key=lambda location: self.renown_at[location])
            return location if self.renown_at[location] <= 1 else None
        return None

    def _place_renown(self, count: int, among: int) -> list[int]:
        """Place 1 Renown on each of ``count`` locations, the richest first, in order if tied."""
        open_ = [location for location in range(LOCATIONS) if among >> location & 1 and location != self.barred]
        chosen = sorted(open_, key=lambda location: -self.renown_at[location])[:count]
        for location in chosen:
            self.renown_at[location] += 1
        return chosen

    # Cards

    def _shuffle_faction_deck(self) -> None:
        shuffle(self.faction_deck, Stream(self.seed, self.game, used=self.shuffles * SHUFFLE))
        self.shuffles += 1

    def _match_deck_size(self) -> None:
        """In a comparison with a deck of another size, remove blanks and insert late cards at random positions."""
        self.faction_deck = [card for card in self.faction_deck if card != BLANK]
        dice = Stream(self.seed, self.game, used=layout.LATE)
        for card in self.deck.late:
            self.faction_deck.insert(dice.below(len(self.faction_deck) + 1), card)

    def _draw(self, count: int) -> None:
        """Draw from the top, reshuffling the discard pile into an empty deck (1.9), as many as there are (Q1)."""
        for _ in range(count):
            if not self.faction_deck:
                if not self.discard:
                    return
                self.faction_deck = sorted(self.discard)
                self.discard.clear()
                self._shuffle_faction_deck()
                self.today[layout.RESHUFFLES] += 1
            index = self.faction_deck.pop(0)
            self.hand.add(index)
            self.drawn.add(index)
            self.today[layout.DRAWN] += 1

    def _worth(self, indexes: Iterable[int]) -> int:
        """What cards are worth as payment (6.9)."""
        return sum(2 if self.card(index).wealth else 1 for index in indexes)

    def _has_bearer(self, index: int) -> bool:
        gear = self.card(index).gear
        return gear is not None and bool(gear.bearers & self.crew.members)

    def _measure_hand(self) -> None:
        today, hand = self.today, [self.card(index) for index in self.hand]
        today[layout.SEEN] = len(self.drawn)
        today[layout.HAND] = len(hand)
        today[layout.ATTACHMENTS] = sum(card.kind is Kind.ATTACHMENT for card in hand)
        today[layout.BRUTES] = sum(card.kind is Kind.BRUTE for card in hand)
        today[layout.RISKS] = sum(card.kind is Kind.RISK for card in hand)
        for card in hand:
            today[layout.COST_0 + min(card.cost, 3)] += 1
        stuck = {p for p in self.hand if self.card(p).kind is Kind.ATTACHMENT and not self._has_bearer(p)}
        today[layout.STUCK] = len(stuck)
        today[layout.PAYABLE] = sum(
            self.card(index).cost <= self._worth(self.hand - {index}) for index in self.hand - stuck
        )
        today[layout.PAYABLE_BY_HAND] = today[layout.PAYABLE] * len(hand)

    def _choose_reserve(self) -> None:
        """Keep the policy's best risks; pay last with what it wants to play."""
        risks = {p for p in self.hand if self.card(p).kind is Kind.RISK and not self.card(p).wealth}
        self.reserved = set(sorted(risks)[max(0, len(risks) - self.deck.policy.reserve) :])
        self.wanted = {
            index
            for index in self.hand
            if self.card(index).wanted and (self.card(index).kind is Kind.BRUTE or self._has_bearer(index))
        }

    def _pay(self, cost: int, itself: Collection[int] = _NOTHING) -> bool:
        """Pay with the least useful cards first, using Wealth where it is not wasted (6.9); false if unaffordable."""
        purse = self.hand - self.reserved - set(itself)
        if self._worth(purse) < cost:
            return False
        owed = cost
        while owed > 0:
            spare = purse - self.wanted or purse
            wealthy = {index for index in spare if self.card(index).wealth}
            plain = spare - wealthy
            card = min(wealthy) if wealthy and (owed >= 2 or not plain) else min(plain)
            owed -= self._worth({card})
            purse.remove(card)
            self._discard_as_payment(card)
        self.today[layout.SPENT] += cost
        self.today[layout.OVERPAID] -= owed
        return True

    def _discard_as_payment(self, index: int) -> None:
        """Wealth cards go to The Locker, others to the discard pile."""
        self.hand.remove(index)
        self.wanted.discard(index)
        self.paid.add(index)
        self.today[layout.PAID_CARDS] += 1
        if not self.card(index).wealth:
            self.discard.add(index)

    # High Drama (4.3, section 5)

    def _open_locations(self) -> set[int]:
        return set(range(LOCATIONS)) - {self.barred}

    def _recruit(self) -> None:
        """Recruit mercenaries on the spot, with parley where it costs no location (5.4)."""
        for location in range(LOCATIONS):
            index = self.city[location]
            if index is None or self.deck.city[index].kind is not Kind.MERCENARY:
                continue
            offer = self.deck.city[index]
            free = {
                person
                for person in self.crew.members - self.crew.posts.keys()
                if not self.deck.people[person].mercenary
            }
            if not offer.wanted or not free or len(self.crew.members) >= self.deck.crew_cap:
                continue
            envoy = max(sorted(free), key=lambda person: self.crew.stats[person]["influence"])
            influence = self.crew.stats[envoy]["influence"]
            claims = self.deck.people[offer.person].claims
            parley = (
                self.deck.policy.parley
                and offer.negotiable
                and influence > 0
                and (claims or len(self.crew.claimers()) > len(self._open_locations()))
            )
            price = max(0, offer.cost - influence) if parley else offer.cost
            if price > self.deck.policy.recruit_most or not self._pay(price):
                continue
            self.crew.join(offer.person)
            self.crew.posts[envoy] = self.crew.posts[offer.person] = location
            if parley:
                self.crew.engaged.add(envoy)
            if {envoy, offer.person} & self.crew.claimers():
                self.manned.add(location)
            self.today[layout.RECRUITED] += 1
            self.today[layout.PARLEYS] += parley

    def _play_brutes(self) -> None:
        """Brutes enter play at Home and do not count against the crew cap (5.8, 9.2)."""
        for index in sorted(self.wanted, reverse=True):
            if index in self.wanted and self.card(index).kind is Kind.BRUTE and self._play(index):
                self.brutes.add(index)

    def _equip_from_hand(self) -> None:
        """Equip attachments to the champion, or else to the bearer the policy values most (5.3)."""
        for index in sorted(self.wanted, reverse=True):
            gear = self.card(index).gear
            if index not in self.wanted or gear is None:
                continue
            bearers = self.crew.bearers(gear)
            if bearers and self._play(index):
                bearer = self._best(bearers, gear)
                self.crew.bear(bearer, gear)
                self.crew.gear[bearer].append(index)
            else:
                self.wanted.discard(index)

    def _equip_from_city(self) -> None:
        """Equip available attachments to somebody who is there or goes there (5.3)."""
        for location in range(LOCATIONS):
            index = self.city[location]
            offer = self.deck.city[index] if index is not None else None
            if offer is None or offer.gear is None or not offer.wanted:
                continue
            bearers = {
                person for person in self.crew.bearers(offer.gear) if self.crew.posts.get(person, location) == location
            }
            if not bearers or not self._pay(offer.cost):
                continue
            bearer = self._best(bearers, offer.gear)
            self.crew.bear(bearer, offer.gear)
            self.crew.posts[bearer] = location
            if bearer in self.crew.claimers():
                self.manned.add(location)
            self.today[layout.CITY_GEAR] += 1

    def _best(self, bearers: set[int], gear: Gear) -> int:
        favourite = self.deck.leader if gear.for_leader else self.crew.champion()
        return favourite if favourite in bearers else max(bearers)

    def _play(self, index: int) -> bool:
        if not self._pay(self.card(index).cost, {index}):
            return False
        self.hand.remove(index)
        self.wanted.discard(index)
        self.played.add(index)
        self.today[layout.PLAYED] += 1
        return True

    def _measure_crew(self) -> None:
        self.today[layout.HELD] = len(self.hand)
        self.today[layout.CREW] = len(self.crew.members)
        for measure, name in (
            (layout.RESOLVE, "resolve"),
            (layout.COMBAT, "combat"),
            (layout.FINESSE, "finesse"),
            (layout.INFLUENCE, "influence"),
        ):
            crew = sum(self.crew.stats[person][name] for person in self.crew.members)
            self.today[measure] = crew + sum(getattr(self.card(index).stats, name) for index in self.brutes)

    # Plunder and Dusk: sections 4.4 and 4.5

    def _claim(self) -> set[int]:
        """Claim unopposed with those already there, then with anyone free, the richest first (5.6, 8.1, Q23)."""
        free = len(self.crew.claimers() - self.crew.posts.keys()) + sum(self.card(p).claims for p in self.brutes)
        claimed = set()
        for location in sorted(self._open_locations(), key=lambda location: (-self.renown_at[location], location)):
            if location in self.manned:
                claimed.add(location)
            elif free:
                free -= 1
                claimed.add(location)
        return claimed

    def _plunder(self) -> None:
        today, claimed = self.today, self._claim()
        collected = sum(self.renown_at[location] for location in claimed)
        for location in claimed:
            self.renown_at[location] = 0
        self.renown += collected
        self.dominated |= len(claimed) == LOCATIONS
        today[layout.CLAIMED] = len(claimed)
        today[layout.DOMINANCE] = len(claimed) == LOCATIONS
        today[layout.DOMINATED] = self.dominated
        today[layout.COLLECTED] = collected
        today[layout.RENOWN] = self.renown
        today[layout.SEVEN_REACHED] = self.renown >= RENOWN_TO_WIN

    def _dusk(self, placement: Placement) -> None:
        """Everyone goes Home en garde, the hand is discarded down to the printed Panache, and Brutes leave."""
        self.barred = None
        self._place_renown(placement.dusk, ANYWHERE)
        self.crew.go_home()
        self.manned.clear()
        excess = sorted(self.hand)[: max(0, len(self.hand) - self.deck.panache)]
        self.today[layout.DEAD] = len(excess)
        self.hand -= set(excess)
        self.discard |= set(excess) | self.brutes
        self.brutes.clear()

    # The reference adversary's challenge (section 7)

    def _duel(self) -> None:
        """Measure the best fighter, the hand and the top of the deck in a duel, without changing any of them."""
        champion = self.crew.champion()
        stats, enemy = self.crew.stats[champion], self.deck.adversary
        cards = sorted(self.hand)
        deck = list(self.faction_deck)
        techniques = self._techniques(champion)
        gambles = stats["finesse"]
        cards_left = enemy.cards
        facing, taken, dealt = enemy.combat, 0, 0
        while facing > 0:
            card, gambles = self._combat_card(cards, deck, gambles)
            if card is None:
                taken += min(facing, enemy.combat)
                break
            added = techniques.pop(0) if techniques else (0, 0, 0)
            riposte, parry, thrust = (
                value + (0 if dashed else more)
                for value, more, dashed in zip(card.values, added, card.dashes, strict=True)
            )
            facing, sent = _answer(facing, riposte, parry, thrust)
            taken += min(facing, enemy.combat)
            facing = 0
            if dealt >= enemy.resolve or not sent:
                break
            if cards_left:
                cards_left -= 1
                sent, facing = _answer(sent, enemy.riposte, enemy.parry, enemy.thrust)
            dealt += min(sent, stats["combat"])
            if taken >= stats["resolve"]:
                break
        taken, dealt = min(taken, stats["resolve"]), min(dealt, enemy.resolve)
        self.margins += dealt - taken
        self.today[layout.DEALT] = dealt
        self.today[layout.TAKEN] = taken
        self.today[layout.MARGIN] = dealt - taken
        self.today[layout.MARGINS] = self.margins
        self.today[layout.WON] = dealt >= enemy.resolve
        self.today[layout.LOST] = taken >= stats["resolve"]

    def _techniques(self, champion: int) -> list[tuple[int, int, int]]:
        """One per round (R3), each card's once (6.6): the person's own, then the gear's from the least useful on."""
        own = self.deck.people[champion].technique
        gear = [self.card(index).gear for index in sorted(self.crew.gear[champion])]
        found = [item.technique for item in gear if item is not None]
        return [technique for technique in (own, *found) if technique is not None]

    def _combat_card(self, cards: list[int], deck: list[int], gambles: int) -> tuple[FactionCard | None, int]:
        """The best card in hand; without one, the better of the top two while Finesse lasts (R2)."""
        if cards:
            return self.card(cards.pop()), gambles
        if gambles <= 0 or not deck:
            return None, gambles
        revealed = [deck.pop(0) for _ in range(min(2, len(deck)))]
        return self.card(max(revealed)), gambles - 1


def _answer(threat: int, riposte: int, parry: int, thrust: int) -> tuple[int, int]:
    """The threat left and the threat sent after answering with a card (R4)."""
    returned = min(riposte, threat)
    threat -= returned
    threat -= min(parry, threat)
    return threat, returned + thrust
