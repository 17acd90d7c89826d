import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { inRoot } from './root.mjs'

const recorded = (...path) => inRoot('packages', 'server', 'test', 'strapi-content', 'data', ...path)

/** Writes the recorded Strapi 4 project of the server's tests, with its SQLite database and uploaded files. */
export async function writeStrapiProject(folder) {
  // A development server that ran in the model's folder has left its secrets in `.tmp`.
  const filter = (path) => basename(path) !== '.tmp'
  cpSync(inRoot('packages', 'model', 'test', 'fixtures', 'oracle-model'), folder, { recursive: true, filter })
  writeFileSync(join(folder, 'package.json'), '{ "name": "project", "version": "0.1.0", "private": true }\n')
  mkdirSync(join(folder, 'config'))
  const server = "module.exports = ({ env }) => ({ host: env('HOST', '0.0.0.0'), port: env.int('PORT', 1337) })\n"
  writeFileSync(join(folder, 'config', 'server.js'), server)
  mkdirSync(join(folder, '.tmp'))
  await runSql(join(folder, '.tmp', 'data.db'), readFileSync(recorded('sqlite.sql'), 'utf8'))
  const uploads = join(folder, 'public', 'uploads')
  mkdirSync(uploads, { recursive: true })
  for (const [name, base64] of Object.entries(JSON.parse(readFileSync(recorded('uploads.json'), 'utf8')))) {
    writeFileSync(join(uploads, name), Buffer.from(base64, 'base64'))
  }
}

async function runSql(file, sql) {
  const sqlite3 = createRequire(inRoot('packages', 'server', 'package.json'))('sqlite3')
  const database = new sqlite3.Database(file)
  await promisify(database.exec.bind(database))(`BEGIN; ${sql}; COMMIT`)
  await promisify(database.close.bind(database))()
}
