import { removeAll } from '../fixtures/cleaner.js'
import { type Configuration, UsageError } from '../profile/configuration.js'
import type { Exchange } from '../target/exchange.js'
import type { Session } from '../target/session.js'

/** The content type that tier 1 writes to, with both attributes. */
export type Writable = NonNullable<Configuration['writable']> & { readonly marker: string; readonly attribute: string }

/**
 * Creates two entries of the content type that tier 1 writes to, and deletes them. Mistakes in the
 * configuration are reported once, not as failures of the target.
 * @param demanding a string that the attribute must accept; if it is passed, the attribute must also accept
 * null
 * @throws UsageError if entries can't be filtered, created or cleared as configured
 * @throws LeftBehind if an entry could not be deleted
 */
export async function tryWritable(session: Session, writable: Writable, demanding?: string): Promise<void> {
  const path = `/api/${writable.type}`
  await rejectUnfindable(session, path, writable)
  const rejected =
    (await makeTwo(session, path, writable, demanding ?? 'tried')) ??
    (demanding === undefined ? undefined : await clear(session, path, writable))
  const [left] = await removeAll(session, [session.made.splice(0).toReversed()], 1)
  if (left) {
    session.target.journal.close(false)
    throw new LeftBehind(`${left.path}/${left.id}, created to check \`writable\`, was not deleted: ${left.reason}.`)
  }
  if (rejected) throw rejected
}

/** A trial entry could not be deleted, so no more are created. */
export class LeftBehind extends UsageError {}

/** Returns whether the target accepts a `$startsWith` filter on an attribute. */
export async function isFilterable(session: Session, path: string, name: string): Promise<boolean> {
  return !isRejection(await filtered(session, path, name))
}

const filtered = (session: Session, path: string, name: string) =>
  session.get(path, { filters: { [name]: { $startsWith: session.marker } }, pagination: { pageSize: 1 } })

/** Rejects attributes that filters do not support: `clean` finds entries by a filter on their marker. */
async function rejectUnfindable(session: Session, path: string, { marker, attribute }: Writable): Promise<void> {
  for (const [key, name] of Object.entries({ marker, attribute })) {
    const response = await filtered(session, path, name)
    if (isRejection(response))
      throw new UsageError(`\`writable.${key}\` is not a text attribute that filters support: ${said(response)}`)
  }
}

/** Creates two entries, because a unique attribute rejects the second. Returns the error if one is rejected. */
async function makeTwo(
  session: Session,
  path: string,
  { marker, attribute, values }: Writable,
  text: string,
): Promise<UsageError | undefined> {
  const data = { ...values, [marker]: session.marker, [attribute]: text }
  for (const which of ['An entry', 'A second entry with the same values']) {
    const response = await session.creating('POST', path, { data }, { attribute: marker })
    if (isRejection(response))
      return new UsageError(
        `${which} can't be created as \`writable\` has it: ${said(response)} Pass the values that it requires in \`writable.values\`, or name another content type.`,
      )
  }
  return undefined
}

/** Clears the attribute. Returns the error if it can't be cleared. */
async function clear(session: Session, path: string, { attribute }: Writable): Promise<UsageError | undefined> {
  const response = await session.request('PUT', `${path}/${session.made[0]?.id}`, {
    body: { data: { [attribute]: null } },
  })
  return isRejection(response) ? new UsageError(`\`${attribute}\` cannot be cleared: ${said(response)}`) : undefined
}

/** Errors of the target, such as 5xx, are left to the scenarios. */
const isRejection = ({ status }: Exchange) => status >= 400 && status < 500

const said = ({ method, url, status, text }: Exchange) =>
  `${method} ${url} returned status ${status}: ${text.slice(0, 300)}`
