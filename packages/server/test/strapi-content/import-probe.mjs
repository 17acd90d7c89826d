import sqlite3 from 'sqlite3'

/**
 * Loaded into the process of an import (`--import`). At the exit it prints the maximum memory in megabytes,
 * and the number of INSERT statements that wrote content. With KILL_AT_INSERT the process ends by SIGKILL
 * while SQLite runs the INSERT with that number. With KILL_AFTER_COMMIT it ends when SQLite has finished the
 * COMMIT of the content, before the import gets the result.
 */
const last = Number(process.env['KILL_AT_INSERT'] ?? 0)
const afterCommit = process.env['KILL_AFTER_COMMIT'] !== undefined
/** The names of the tables of content, and the beginning of those of its links. */
const writesContent = /^INSERT INTO "(?:comments|components_part_seos|people|stories|topics)/
let inserts = 0

const end = () => process.kill(process.pid, 'SIGKILL')

function countInserts(prototype, name) {
  const original = prototype[name]
  prototype[name] = function (...parameters) {
    const result = original.apply(this, parameters)
    if (writesContent.test(this.sql)) {
      inserts += 1
      if (inserts === last) end()
    }
    return result
  }
}

countInserts(sqlite3.Statement.prototype, 'all')

for (const name of ['all', 'run', 'exec']) {
  const original = sqlite3.Database.prototype[name]
  sqlite3.Database.prototype[name] = function (sql, ...parameters) {
    const ends = afterCommit && inserts > 0 && sql === 'COMMIT'
    return original.call(this, sql, ...(ends ? [end] : parameters))
  }
}

process.on('exit', () => {
  process.stderr.write(`RSS ${Math.round(process.resourceUsage().maxRSS / 1024)}, INSERTS ${inserts}\n`)
})
