import { Client } from 'pg'
import sqlite3 from 'sqlite3'

/**
 * Loaded into a server's process before the server (`--import`). Counts the statements that the server sends
 * to the drivers. With KILL_AT_STATEMENT the process ends by SIGKILL after the statement with that number was
 * sent, KILL_AFTER milliseconds later. With KILL_AT_GROUP it ends when SQLite has finished the COMMIT with
 * that number, before the server gets the result. Only transactions that created several articles count. On a
 * message of the IPC channel, it returns the number of statements.
 */
const last = Number(process.env['KILL_AT_STATEMENT'] ?? 0)
const after = Number(process.env['KILL_AFTER'] ?? 0)
let statements = 0

function count() {
  statements += 1
  if (statements === last) setTimeout(() => process.kill(process.pid, 'SIGKILL'), after)
}

function counted(prototype, name) {
  const original = prototype[name]
  prototype[name] = function (...parameters) {
    const result = original.apply(this, parameters)
    count()
    return result
  }
}

counted(Client.prototype, 'query')
counted(sqlite3.Database.prototype, 'exec')
// `get` only runs a statement that holds memory while another one is prepared. It reads no table.
for (const name of ['all', 'run']) counted(sqlite3.Statement.prototype, name)

const lastGroup = Number(process.env['KILL_AT_GROUP'] ?? 0)
let groups = 0
let articles = 0

function countedArticles(prototype, name) {
  const original = prototype[name]
  prototype[name] = function (...parameters) {
    if (this.sql.startsWith('INSERT INTO "articles" ')) articles += 1
    return original.apply(this, parameters)
  }
}

function killedAtGroup(prototype, name) {
  const original = prototype[name]
  prototype[name] = function (sql, ...parameters) {
    if (sql !== 'COMMIT') return original.call(this, sql, ...parameters)
    if (articles > 1) groups += 1
    const ends = articles > 1 && groups === lastGroup
    articles = 0
    return ends
      ? original.call(this, sql, () => process.kill(process.pid, 'SIGKILL'))
      : original.call(this, sql, ...parameters)
  }
}

countedArticles(sqlite3.Statement.prototype, 'all')
for (const name of ['all', 'run', 'exec']) killedAtGroup(sqlite3.Database.prototype, name)

process.on('message', (question) => {
  if (question === 'statements') process.send({ statements })
})
// The channel must not keep an otherwise finished process alive.
process.channel.unref()
