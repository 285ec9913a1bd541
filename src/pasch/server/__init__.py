"""`pasch serve`, in rooms of which each knows only those before it:

table   pure: what a table is (its log folded), its seats and clocks, who may do what, what is refused
store   the database: logs, people, chat; many appends share one commit; export and import
live    the tables in use: opened, written into, sent as updates; bots and what is due; notices to other nodes
node    all of these, put together
http    the doors: HTTP and the socket, who somebody is, how much they may ask for, the page's files

A move, from the socket that it comes in at to all the sockets that it goes out to:

    http/socket        Client.hear            the message, decoded
          |
    live/open_tables   OpenTables.open        its table, from memory or read from its log
          |            TableLogs.write        under the table's lock:
    table/permissions  move                     may this seat do this now? then the entry that says so
    table/table        Table.fold, fall         it happens in memory by the rules, and chance falls
    store/writer       Writer.append            on disk; where another node was first: read the log, ask again
          |
    live/broadcast     Broadcast.update       an update for each kind of reader, made once (live/updates)
          |                                   and a notice to the other nodes, which read the log
    http/socket        Client.send            out, to everybody who listens; to the mover with the move's id

Then the bots that are asked now begin to think (live/scheduler), and write their moves in the same way.
"""
