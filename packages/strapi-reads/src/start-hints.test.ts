import { expect, it } from 'vitest'
import { parseConfig } from '@content-api/core/config/parse'
import { startHints } from './start-hints.js'

const hints = (value: unknown, config: object = {}, version: 4 | 5 = 4) =>
  startHints({ version, server: { file: 'config/server.ts', value }, config: parseConfig(config) })

it('Strapi should trust this server, and this server a proxy in front of it', () => {
  expect(hints({ proxy: false })).toEqual([expect.stringMatching(/^config\/server\.ts: set "proxy: true"/)])
  expect(hints({ proxy: { global: 'http://proxy.example' } })).toHaveLength(1)
  expect(hints({ proxy: { koa: true } })).toEqual([expect.stringContaining('set trustProxy to 1')])
  expect(hints({ proxy: true }, { trustProxy: 1 })).toEqual([])
})

it('Strapi 5 only trusts this server with `proxy.koa`', () => {
  expect(hints({ proxy: true }, {}, 5)).toEqual([expect.stringContaining('set "proxy: { koa: true }"')])
  expect(hints({ proxy: { koa: true } }, { trustProxy: 1 }, 5)).toEqual([])
})
