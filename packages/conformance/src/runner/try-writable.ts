import { removeAll } from '../fixtures/cleaner.js'
import { type Configuration, UsageError } from '../profile/configuration.js'
import type { Exchange } from '../target/exchange.js'
import type { Session } from '../target/session.js'

/** The content type that tier 1 writes to, with both attributes known. */
export type Writable = NonNullable<Configuration['writable']> & { readonly marker: string; readonly attribute: string }

/**
 * Makes two entries of the content type that tier 1 writes to, and takes them away: what is wrong with the configuration is
 * said once instead of being held against the target, and nothing is left in content that belongs to somebody.
 * @param demanding a text that the attribute has to take; it has to take null too then
 * @throws UsageError when entries cannot be made as configured, or not be taken away
 */
export async function tryWritable(session: Session, writable: Writable, demanding?: string): Promise<void> {
  const path = `/api/${writable.type}`
  await refuseUnfindable(session, path, writable)
  const refused =
    (await makeTwo(session, path, writable, demanding ?? 'tried')) ??
    (demanding === undefined ? undefined : await clear(session, path, writable))
  const [left] = await removeAll(session, [session.made.splice(0).toReversed()], 1)
  if (left) {
    session.target.journal.close(false)
    throw new LeftBehind(`${left.path}/${left.id}, made to try \`writable\`, is left behind: ${left.reason}.`)
  }
  if (refused) throw refused
}

/** An entry of the attempt could not be deleted, so that no further attempt is made. */
export class LeftBehind extends UsageError {}

/** Whether filters find entries by the beginning of an attribute. */
export async function isFilterable(session: Session, path: string, name: string): Promise<boolean> {
  return !isRefusal(await filtered(session, path, name))
}

const filtered = (session: Session, path: string, name: string) =>
  session.get(path, { filters: { [name]: { $startsWith: session.marker } }, pagination: { pageSize: 1 } })

/** Entries are known by their marker, also after a crash, so that it has to be an attribute that filters find. */
async function refuseUnfindable(session: Session, path: string, { marker, attribute }: Writable): Promise<void> {
  for (const [key, name] of Object.entries({ marker, attribute })) {
    const answer = await filtered(session, path, name)
    if (isRefusal(answer))
      throw new UsageError(`\`writable.${key}\` is no text attribute to filter by: ${said(answer)}`)
  }
}

/** Two, because a value that has to be unique is refused the second time. Answers what to say if one is refused. */
async function makeTwo(
  session: Session,
  path: string,
  { marker, attribute, values }: Writable,
  text: string,
): Promise<UsageError | undefined> {
  const data = { ...values, [marker]: session.marker, [attribute]: text }
  for (const which of ['An entry', 'A second entry with the same values']) {
    const answer = await session.creating('POST', path, { data }, { attribute: marker, idAt: 'data.id' })
    if (isRefusal(answer))
      return new UsageError(
        `${which} cannot be made as \`writable\` has it: ${said(answer)} Give what it needs in \`writable.values\`, or name another content type.`,
      )
  }
  return undefined
}

/** Answers what to say if the attribute cannot be cleared. */
async function clear(session: Session, path: string, { attribute }: Writable): Promise<UsageError | undefined> {
  const answer = await session.request('PUT', `${path}/${session.made[0]?.id}`, {
    body: { data: { [attribute]: null } },
  })
  return isRefusal(answer) ? new UsageError(`\`${attribute}\` cannot be cleared: ${said(answer)}`) : undefined
}

/** What a target does wrong, 5xx for instance, is for the scenarios to find. */
const isRefusal = ({ status }: Exchange) => status >= 400 && status < 500

const said = ({ method, url, status, text }: Exchange) => `${method} ${url} answered ${status}: ${text.slice(0, 300)}`
