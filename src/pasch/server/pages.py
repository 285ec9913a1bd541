"""What a browser sees that comes by."""

from litestar import MediaType, get

FRONT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Pasch</title>
<h1>Pasch</h1>
<p lang="de">Der Tisch steht. Programme spielen hier über die Schnittstelle.</p>
<p>The table is set. Programs play here through the interface.</p>
<p><a href="/api/v1/openapi.json">/api/v1/openapi.json</a></p>
</html>
"""


@get(["/", "/t/{table:str}"], media_type=MediaType.HTML, include_in_schema=False)
async def front() -> str:
    return FRONT


pages = [front]
