import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readDatabase } from './command-options.js'

it.each([
  ['data/content.db', resolve('data/content.db')],
  ['sqlite:content.db', resolve('content.db')],
  ['file:///var/content.db', '/var/content.db'],
  ['/var/content.db', '/var/content.db'],
  [':memory:', ':memory:'],
  ['sqlite::memory:', 'sqlite::memory:'],
  ['postgres://user@host/name', 'postgres://user@host/name'],
  ['mysql://host/name', 'mysql://host/name'],
  ['', ''],
])('reads --database %s as %s', (text, database) => {
  expect(readDatabase(text)).toBe(database)
})
