import pytest, time
from django.test import Client
pytestmark = pytest.mark.django_db
def test_smoke():
    c=Client()
    r=c.get("/games/"); assert r.status_code==200, r.content[:500]
    r=c.post("/games/",{"deck_a":"castille-starter","deck_b":"eisen-starter","bot_a":"random","bot_b":"random","seed":"7"})
    assert r.status_code==303, r.content
    url=r["Location"]
    for step in (0,10,40,60,100):
        for who in ("all","1","2"):
            t=time.perf_counter(); r=c.get(f"{url}?step={step}&as={who}"); print(step,who,len(r.content),time.perf_counter()-t); assert r.status_code==200
    open('/tmp/gm.html','wb').write(r.content)
