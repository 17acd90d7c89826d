import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { jwtSecret, startServer } from '../../../server/test/replay/server.js'
import { databases } from '../../../server/test/support/postgres.js'

/** A content service with the recorded content model and its seed (`packages/server/test/oracle`). */
export interface Service {
  readonly name: string
  /** Whether it is the real one, which differs in what `docs/sdk/compatibility.md` tells. */
  readonly real: boolean
  /** What it signs the tokens of users with. */
  readonly jwtSecret: string
  /** Starts it before the tests of the block in which this is called; gives its address once they run. */
  readonly start: () => () => string
  /** Returns the code of the next mail, which arrives after the response; undefined where mails can't be read. */
  readonly nextMailCode: () => Promise<string | undefined>
}

/**
 * The services that every scenario runs against: ours on both databases, and the real Strapi at `STRAPI_URL` if there is
 * one. Scenarios clean up behind themselves, since all share the one Strapi, with which files must run one by one.
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

/** Reads the codes of mails that a Strapi appends to a file, one as JSON on each line. */
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

/** The password of all the seed's users: alice, bob (blocked), and erin, who may do everything. */
export const password = 'Passw0rd!'

/** The token of a user, by their id, of yesterday: what a browser holds that comes back after a while. */
export function expiredJwt(id: number, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ id, iat: now - 90_000, exp: now - 3600 })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
