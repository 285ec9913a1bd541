"""The server (`pasch serve`): tables for people and bots, over HTTP and one WebSocket for each client.

It has rooms, each of which knows only those before it:

table   pure: what a table is (its log folded), its seats and clocks, who may do what, what is refused
store   the database: logs, people, chat; many appends share one commit; export and import
live    the tables in use: opened, written into, sent as updates; bots and what is due; notices to other nodes
node    all of these, put together
http    the doors: HTTP and the socket, who somebody is, how much they may ask for, the page's files
serve, commands          the program: sockets, logging, the command line
settings, clock, metrics, logs   beside the rooms

A move, from the socket that it comes in at to all the sockets that it goes out to:

    http/socket        Client.hear            the message, decoded
          |
    live/open_tables   OpenTables.open        its table, from memory or read from its log
          |            OpenTables.write       under the table's lock:
    table/permissions  move                     may this person move for this seat now? then the entry that says so
    table/table        Table.fold, fall         the rules accept it or refuse it; it happens in memory, and chance falls
    store/writer       Writer.append            on disk; where another node was first: read the log, ask again
          |
    live/open_tables   OpenTable.update       an update for each kind of reader, made once (live/updates)
          |                                   and a notice to the other nodes, which read the log
    http/socket        Client.send            out, to everybody who listens; to the mover with the move's id

A refusal (`table/refusals`, or a rule's own) is raised where it is found, goes back to the door that the request came
through, and is sent from there in the client's language (live/updates `refusal`); nothing has changed then.

Then the bots that are asked now begin to think (live/scheduler), and write their moves in the same way.
"""
