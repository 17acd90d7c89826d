import { Client } from 'pg'
import sqlite3 from 'sqlite3'

/**
 * Loaded into a server's process before it (`--import`): counts the statements that it gives to the drivers. With
 * KILL_AT_STATEMENT the process ends by SIGKILL once the one of that number is under way, KILL_AFTER milliseconds later.
 * With KILL_AT_COMMIT it ends when SQLite has finished the COMMIT of that number, before the server learns of it.
 * Tells the number over the channel between processes when it is asked.
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
for (const name of ['all', 'run', 'get']) counted(sqlite3.Statement.prototype, name)

const lastCommit = Number(process.env['KILL_AT_COMMIT'] ?? 0)
let commits = 0

function killedAtCommit(prototype, name) {
  const original = prototype[name]
  prototype[name] = function (sql, ...parameters) {
    if (sql === 'COMMIT' && ++commits === lastCommit) {
      return original.call(this, sql, () => process.kill(process.pid, 'SIGKILL'))
    }
    return original.call(this, sql, ...parameters)
  }
}

for (const name of ['all', 'run', 'exec']) killedAtCommit(sqlite3.Database.prototype, name)

process.on('message', (question) => {
  if (question === 'statements') process.send({ statements })
})
// The channel must not keep a process alive that has nothing else to do.
process.channel.unref()
