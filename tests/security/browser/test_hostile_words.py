"""Words that mean harm, stored and sent wherever words can be; then every page is opened.

The pages are those of the URL configuration, so a new one is opened too. Nothing may run, nothing may become a part of
the page, and nothing may even be stopped by the content policy: any message of the policy fails the test (see the
fixture ``open_page``).
"""

import json
import re
import secrets
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from tests import processes
from tests.accounts.conftest import PASSWORD
from tests.decks.factories import CASTILLE
from tests.security.browser.journeys import SHORT, Journey, paths

MARKDOWN = "\n\n".join(
    [
        *SHORT,
        "[x](javascript:pwned=1) [y](JaVaScRiPt&colon;pwned=1) [z](data:text/html,<script>pwned=1</script>)",
        "[x](java\nscript:pwned=1) <javascript:pwned=1> ![x](x onerror=pwned=1) ![y](javascript:pwned=1)",
        '[a](https://x.example/"onmouseover="pwned=1) [b]: x "onload=pwned=1"',
        "```\n</code></pre><script>pwned=1</script>\n```",
        "|<img src=x onerror=pwned=1>|b|\n|-|-|\n|<svg onload=pwned=1>|d|",
        "# <script>pwned=1</script> {onclick=pwned=1}",
        "<style>*{background:url(https://x.example)}</style> <math><mi xlink:href=javascript:pwned=1>",
        "&lt;script&gt;pwned=1&lt;/script&gt; &#60;img src=x onerror=pwned=1&#62;",
        '<form action="https://x.example"><input name=q><base href="https://x.example/">',
        "<meta http-equiv=refresh content=0>",
    ]
)

#: Addresses that repeat what they are asked, with the place of the words.
REFLECTING = [
    "/cards/?q={}",
    "/cards/?q=%2F{}%2F",
    "/cards/?q=f:{}",
    "/cards/?view={}",
    "/cards/?page={}",
    "/cards/{}/",
    "/sets/{}/",
    "/nothing/{}/",
    "/decks/?q={}",
    "/decks/?q=by:{}",
    "/decks/?sort={}",
    "/decks/{}/",
    "/d/{}/",
    "/decks/compare/?a={}&b={}",
    "/players/{}/",
    "/rules/?q={}",
    "/rules/{}/",
    "/hands/?list={}",
    "/decks/castille-starter/hands/?seed={}&game={}",
    "/decks/castille-starter/hands/?seed=1&game=d1-{}",
    "/decks/castille-starter/odds/?q1={}&n1={}&day={}",
    "/decks/castille-starter/export/?kind={}",
    "/decks/castille-starter/export/{}/",
    "/decks/castille-starter/simulate/?seed={}&games={}&against={}&weight-x={}",
    "/decks/castille-starter/?view={}",
    "/duels/?do={}",
    "/duels/?do=play&a={}&b={}&moves={}",
    "/games/?seed={}&deck_a={}&bot_a={}",
    "/accounts/sign-in/?next={}",
    "/accounts/sign-up/?next={}",
    "/accounts/mail/confirm/{}/",
    "/accounts/reset/x/{}/",
    "/simulations/{}/",
    "/games/{}/",
    "/faces/{}",
    "/api/v1/cards/?q={}",
    "/api/v1/docs/?{}",
    "/offline/?{}",
    "/simulations/?page={}",
    "/decks/mine/?page={}",
]


@pytest.mark.timeout(400)
@pytest.mark.allows_console("status of 400", "status of 404", "status of 403", "status of 405", "status of 429")
def test_no_words_become_part_of_a_page_and_no_page_breaks_the_policy(page: Page, live_site: processes.Site) -> None:
    journey = Journey(page)
    name = f"corsair-{secrets.token_hex(4)}"
    journey.send(
        "/accounts/sign-up/",
        "[method=post]:has([name=password2])",
        username=name,
        password1=PASSWORD,
        password2=PASSWORD,
    )
    journey.send("/accounts/", "[action$='/tokens/']", name=SHORT[1])
    token = re.search(r"fs_[\w-]{20,}", page.content())
    assert token, page.url

    def api(method: str, path: str, **body: Any) -> dict[str, Any]:
        answer = page.request.fetch(
            f"/api/v1/{path}",
            method=method,
            data=json.dumps(body),
            headers={"Authorization": f"Bearer {token[0]}", "Content-Type": "application/json"},
        )
        assert answer.status < 300, answer.text()
        return answer.json()

    cards = {"leader": CASTILLE.leader, "approach": list(CASTILLE.approach), "faction": dict(CASTILLE.faction)}
    decks = [api("POST", "decks/", name=words, description=MARKDOWN, visibility="public", **cards) for words in SHORT]
    by_link = api("POST", "decks/", name=SHORT[0], description=MARKDOWN, visibility="link", **cards)
    deck = decks[0]["id"]
    simulation = api(
        "POST", "simulations/", deck={"deck": decks[1]["id"]}, against={"deck": deck}, games=1, seed=SHORT[0]
    )
    api("POST", "simulations/", name=SHORT[2], games=1, seed=SHORT[1], **cards)
    journey.send(f"/decks/{deck}/versions/1/", "[action$='/name/']", label=SHORT[1])
    comment = journey.send(f"/decks/{deck}/", "[action$='/comments/']", text=MARKDOWN[:1900]).rpartition("-")[2]
    journey.send(f"/decks/{deck}/report/", "[method=post]:has([name=reason])", reason=MARKDOWN[:900])
    journey.send("/decks/import/", "[method=post]:has([name=text])", text="\n".join(f"1 {words}" for words in SHORT))
    game = journey.send("/games/", "[method=post]:has([name=deck_a])", deck_a=deck, deck_b=decks[1]["id"]).split("/")[
        -2
    ]
    journey.send("/games/", "[method=post]:has([name=text])", text=MARKDOWN)
    journey.send("/hands/", "[method=post]:has([name=text])", text=SHORT[1])
    assert api("GET", "decks/?scope=mine")["count"] == len(SHORT) + 1

    # Every page there is, with the words in it.
    page.goto("/accounts/")
    token_id = re.search(r"/accounts/tokens/(\d+)/revoke/", page.content())
    values = {
        "deck_id": deck,
        "link": by_link["link"],
        "number": 1,
        "comment_id": comment,
        "simulation_id": simulation["id"],
        "game_id": game,
        "pk": token_id[1] if token_id else 1,
        "uidb64": "MQ",
        "token": "x-y",
        "sealed": "x",
        "username": name,
        "slug": "buratino",
        "kind": "text",
    }
    opened = [journey.open(path) for path in paths(values)]
    assert len(opened) > 60
    for other in decks[1:]:
        journey.open(f"/decks/{other['id']}/")
    for path in (
        f"/decks/?q=by:{name}",
        f"/decks/{deck}/build/?q=t:risk",
        f"/decks/compare/?a={deck}&b=d/{by_link['link']}",
    ):
        journey.open(path)

    # What an address says, said back.
    words = quote("".join(SHORT), safe="")
    for place in REFLECTING:
        journey.open(place.replace("{}", words))

    # What the staff see of it.
    assert journey.staff_pages(live_site) > 40
    assert not journey.faults, "\n".join(journey.faults)
