import { afterEach, expect, it, vi } from 'vitest'
import { serverAddress } from './server-address.js'

afterEach(() => vi.unstubAllEnvs())

it.each<[string, string | undefined, string, string | undefined, number]>([
  ['postgres://u:p@db.example/content', undefined, 'db.example:5432', 'db.example', 5432],
  ['postgres://u:p@[::1]:5433/content', undefined, '[::1]:5433', '::1', 5433],
  ['postgres://u:p@db.example:5433/content', 'other.example', 'other.example:5433', 'other.example', 5433],
  ['postgres://u:p@db.example:5433/content', '[::2]', '[::2]:5433', '::2', 5433],
  ['postgres://u:p@db.example:5433/content', '[::2]:5434', '[::2]:5434', '::2', 5434],
  ['postgres:///content', 'other.example:5434', 'other.example:5434', 'other.example', 5434],
  ['postgres://u@/content?port=5433', undefined, 'localhost:5433', 'localhost', 5433],
  ['postgres://u@/content?host=/run/pg', undefined, '/run/pg/.s.PGSQL.5432', '/run/pg', 5432],
  ['postgres://u@%2Frun%2Fpg:5433/content', undefined, '/run/pg/.s.PGSQL.5433', '/run/pg', 5433],
])('%s with the host %s is %s', (url, otherHost, name, host, port) => {
  vi.stubEnv('PGHOST', undefined)
  vi.stubEnv('PGPORT', undefined)
  expect(serverAddress(url, { host: otherHost })).toMatchObject({ name, config: { host, port, database: 'content' } })
})

it('PGHOST may name the folder of a socket, which is used without TLS', () => {
  vi.stubEnv('PGHOST', '/run/pg')
  vi.stubEnv('PGPORT', '5433')
  const { name, config } = serverAddress('postgres:///content?sslmode=verify-full')
  expect([name, config.ssl]).toEqual(['/run/pg/.s.PGSQL.5433', false])
})
