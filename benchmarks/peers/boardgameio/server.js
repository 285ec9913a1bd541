// A boardgame.io server with the smallest game of two: the players take turns adding one to a counter.
// node --expose-gc server.js PORT memory|flatfile [FOLDER]
// Says one line of JSON when it listens; SIGUSR2 collects the garbage and says so.

'use strict';

const path = require('node:path');

const { FlatFile, Server } = require('boardgame.io/dist/cjs/server.js');

const [port, storage, folder] = process.argv.slice(2);

const counter = {
  name: 'counter',
  setup: () => ({ count: 0 }),
  moves: { add: ({ G }) => { G.count += 1; } },
  turn: { minMoves: 1, maxMoves: 1 },
};

const origin = `http://127.0.0.1:${port}`;
const db = storage === 'flatfile' ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [counter], db, origins: [origin] });

// koa-socket-2 brings its own socket.io, which is the one that serves.
const versions = () => {
  const koaSocket = require.resolve('koa-socket-2');
  const socketio = require.resolve('socket.io', { paths: [koaSocket] });
  return {
    node: process.versions.node,
    'boardgame.io': require('boardgame.io/package.json').version,
    'socket.io': require(path.join(path.dirname(socketio), '..', 'package.json')).version,
    'node-persist': require('node-persist/package.json').version,
  };
};

const say = (word) => process.stdout.write(`${JSON.stringify(word)}\n`);

server.run(Number(port), () => say(versions()));

process.on('SIGUSR2', () => {
  global.gc();
  say({ collected: true });
});
