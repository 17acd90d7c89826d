import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { jwtSecret, startServer } from '../../../../tests/support/recorded-service.js'
import { databases } from '../../../../tests/support/postgres.js'

/** A content service with the recorded content model and its seed (`packages/server/test/oracle`). */
export interface Service {
  readonly name: string
  /** Whether it is a real Strapi. Its differences are listed in `docs/sdk/compatibility.md`. */
  readonly real: boolean
  /** The secret of its users' JWTs. */
  readonly jwtSecret: string
  /** Starts the service before the tests of the current block. Tests get its address from the returned function. */
  readonly start: () => () => string
  /** Returns the code of the next mail, which arrives after the response. Returns undefined if mails can't be read. */
  readonly nextMailCode: () => Promise<string | undefined>
}

/**
 * The services that every scenario runs against: this server on both databases, and the real Strapi at
 * `STRAPI_URL`, if it is set. Scenarios delete what they create and test files run one by one, because all of
 * them share one Strapi.
 */
export async function services(): Promise<Service[]> {
  const ours = (await databases()).map(({ name, connection }) => {
    let server: Awaited<ReturnType<typeof startServer>> | undefined
    return {
      name: `ours on ${name}`,
      real: false,
      jwtSecret,
      start: () => {
        beforeAll(async () => {
          server = await startServer(connection)
        }, 120_000)
        afterAll(() => server?.close())
        return () => `http://127.0.0.1:${server?.port}`
      },
      nextMailCode: async () => server?.nextMailCode(),
    }
  })
  const strapi = process.env['STRAPI_URL']
  if (!strapi) return ours
  const real = { name: 'a real Strapi', real: true, jwtSecret: 'oracle-jwt-secret', start: () => () => strapi }
  return [...ours, { ...real, nextMailCode: codesOf(process.env['STRAPI_MAILS']) }]
}

/** Reads the codes of mails that Strapi appends to a file, one JSON object per line. */
function codesOf(file: string | undefined): () => Promise<string | undefined> {
  let read = 0
  return async () => {
    if (file === undefined) return undefined
    for (;;) {
      const mails = (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').filter(Boolean)
      const mail = mails.at(-1)
      if (mail !== undefined && mails.length > read) {
        read = mails.length
        return /[0-9a-f]{40,}/.exec(mail)?.[0]
      }
      await setTimeout(50)
    }
  }
}

/** The seed's API tokens. */
export const tokens = {
  full: 'oracle-token-full-access',
  readOnly: 'oracle-token-read-only',
  custom: 'oracle-token-custom',
  expired: 'oracle-token-expired',
}

/** The password of all the seed's users: alice, bob (blocked) and erin, who has all permissions. */
export const password = 'Passw0rd!'

/** Returns a user's token that expired an hour ago, as a browser may still store it. */
export function expiredJwt(id: number, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ id, iat: now - 90_000, exp: now - 3600 })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
