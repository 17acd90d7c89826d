import { expect, test } from 'vitest'
import { createRegistry } from '@content-api/model'
import { createLayout } from './own-layout.js'
import { identifier, NameClaims, quote, quoteText } from './names.js'

test('a name that both databases accept is not changed', () => {
  expect(identifier('articles_slug_key')).toBe('articles_slug_key')
  expect(identifier('x'.repeat(63))).toBe('x'.repeat(63))
})

test.each(['x'.repeat(64), 'é'.repeat(40), `${'日'.repeat(21)}a`])('%s is cut to 63 bytes and stays unique', (name) => {
  const short = identifier(name)
  expect(Buffer.byteLength(short)).toBeLessThanOrEqual(63)
  expect(short).not.toContain('\uFFFD')
  expect(identifier(`${name}a`)).not.toBe(short)
})

test('quotation marks in names and literals are doubled', () => {
  expect(quote('a"b')).toBe('"a""b"')
  expect(quoteText("it's")).toBe("'it''s'")
})

test('a name that is taken, unusual or differs only in case gets a digest, and others stay', () => {
  const claims = new NameClaims(['position'])
  const names = ['title', 'position', 'Title', 'a.b'].map((name) => claims.claim(name, `column ${name}`))
  expect(names[0]).toBe('title')
  expect(names.slice(1)).toEqual(
    ['position', 'Title', 'a_b'].map((start) => expect.stringMatching(new RegExp(`^${start}_[0-9a-f]{10}$`))),
  )
})

test('two tables never have an index of the same name', () => {
  const info = (name: string) => ({ singularName: name, pluralName: `${name}-list` })
  const { tables } = createLayout(
    createRegistry({
      contentTypes: {
        'api::one.one': {
          collectionName: 'a',
          info: info('one'),
          attributes: { b_c: { type: 'string', unique: true } },
        },
        'api::two.two': {
          collectionName: 'a_b',
          info: info('two'),
          attributes: { c: { type: 'string', unique: true } },
        },
      },
    }),
    'sqlite',
  )
  const names = tables.flatMap((table) => [table.name, ...table.indexes.map(({ name }) => name)])
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('a_b_c_key')
})
