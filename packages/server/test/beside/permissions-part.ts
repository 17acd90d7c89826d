import { setTimeout } from 'node:timers/promises'
import { Random } from '../strapi-starts/random.js'
import { AdminClient } from './admin-client.js'
import { compareAnswers } from './compare-answers.js'
import { callOfRead, describeCall, prepareDrawing } from './draw-reads.js'
import type { Call, Caller } from './http-client.js'
import { createMoreContent } from './more-content.js'
import type { ProofTarget } from './recorded-project.js'
import type { Report } from './report.js'
import { type TwoSides, withSides } from './two-sides.js'

export interface PermissionOptions {
  readonly seed: number
  /** Changes in the admin panel. */
  readonly changes: number
  /** Reads after each change. */
  readonly reads: number
}

/** The promise: a change is in force after this time. */
const inForceAfter = 1000

const roles = { authenticated: 1, public: 2, editor: 3 }
const types = ['article', 'category', 'tag', 'author', 'detail', 'memo', 'homepage', 'specimen', 'menu-item']
const actions = [
  ...types.flatMap((type) => [
    `api::${type}.${type}.find`,
    ...(type === 'homepage' ? [] : [`api::${type}.${type}.findOne`]),
  ]),
  'plugin::upload.content-api.find',
  'plugin::users-permissions.user.find',
  'plugin::users-permissions.user.me',
  'plugin::users-permissions.role.find',
]

/** A change, and the callers whose reads it affects. */
interface Change {
  readonly what: string
  readonly calls: readonly Partial<Call>[]
}

/**
 * Changes permissions, roles, users and tokens in Strapi. A second after each change, reads of the affected
 * callers must have the responses of Strapi.
 */
export async function comparePermissions(
  target: ProofTarget,
  options: PermissionOptions,
  report: Report,
): Promise<void> {
  const { name } = target
  report.say(`\npermissions, ${name}, seed ${options.seed}`)
  const random = new Random(options.seed)
  const prepare = (strapi: TwoSides['theirs']) => createMoreContent(strapi, random, target.version)
  await withSides({ target, say: report.say, prepare }, async (sides) => {
    const admin = await AdminClient.signIn(sides.theirs, target.version)
    const draw = await prepareDrawing(sides.theirs, random, target)
    const token = await admin.createToken('temporary')
    const counts = { denied: 0, leaked: 0 }
    for (let index = 0; index < options.changes; index++) {
      const change = await changeSomething(admin, random, token)
      await setTimeout(inForceAfter)
      for (let read = 0; read < options.reads; read++) {
        const call = { ...callOfRead(draw()), caller: 'public' as const, ...random.one(change.calls) }
        const [theirs, ours] = [await sides.theirs.send(call), await sides.ours.send(call)]
        const { differences } = compareAnswers(theirs, ours)
        if ([401, 403].includes(theirs.status)) counts.denied++
        if ([401, 403].includes(theirs.status) && ours.status === 200) counts.leaked++
        if (differences.length === 0) report.pass()
        else report.fail([`${name}, ${change.what}, ${describeCall(call)}`, ...differences.slice(0, 3)].join('\n    '))
      }
    }
    report.say(`  ${options.changes} changes, ${counts.denied} reads denied by Strapi, ${counts.leaked} of them leaked`)
  })
}

async function changeSomething(
  admin: AdminClient,
  random: Random,
  token: { id: number; token: string },
): Promise<Change> {
  const as = (caller: Caller) => ({ caller })
  const callersOf = { authenticated: ['alice', 'carol'], public: ['public'], editor: ['erin', 'alice'] } as const
  const users = { alice: 1, bob: 2, erin: 4 }
  const kind = random.next()
  if (kind < 0.55) {
    const role = random.one(['authenticated', 'public', 'editor'] as const)
    const action = random.one(actions)
    const allowed = await admin.togglePermission(roles[role], action)
    return { what: `${allowed ? 'allowed' : 'denied'} ${action} to ${role}`, calls: callersOf[role].map(as) }
  }
  if (kind < 0.7) {
    const user = random.one(['alice', 'bob', 'erin'] as const)
    const blocked = random.chance(0.5)
    await admin.changeUser(users[user], { blocked })
    return { what: `${blocked ? 'blocked' : 'unblocked'} ${user}`, calls: [as(user)] }
  }
  if (kind < 0.85) {
    const user = random.one(['alice', 'erin'] as const)
    const role = random.one(['authenticated', 'public', 'editor'] as const)
    await admin.changeRole(users[user], roles[role])
    return { what: `gave ${user} the role ${role}`, calls: [as(user)] }
  }
  const calls = [{ headers: { authorization: `Bearer ${token.token}` } }]
  if (kind < 0.95) {
    const permissions = random.some(actions, 1, 6)
    await admin.limitToken(token.id, 'temporary', permissions)
    return { what: `limited a token to ${permissions.join(', ')}`, calls }
  }
  await admin.deleteToken(token.id)
  Object.assign(token, await admin.createToken('temporary'))
  return { what: 'revoked a token', calls: [...calls, { headers: { authorization: `Bearer ${token.token}` } }] }
}
