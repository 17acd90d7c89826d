import type { ComponentItem, FieldWrite, LinkWrite, WritePlan } from '@content-api/engine/plan'
import { hashPassword } from '../secrets/password-hash.js'

interface Part {
  readonly fields: readonly FieldWrite[]
  readonly secrets: readonly FieldWrite[]
  readonly links: readonly LinkWrite[]
}

/**
 * Hashes all passwords of a plan (argon2id), in components too, and moves them to its fields.
 * @param client identifies the client, so that the hashing queue serves waiting clients alternately
 */
export async function hashSecrets(plan: WritePlan, client: string | undefined): Promise<WritePlan> {
  return hasSecrets(plan) ? hashPart(plan, client) : plan
}

const itemsOf = (link: LinkWrite): readonly ComponentItem[] =>
  link.kind === 'component' || link.kind === 'zone' ? link.items : []

function hasSecrets({ secrets, links }: Part): boolean {
  return secrets.length > 0 || links.some((link) => itemsOf(link).some(hasSecrets))
}

async function hashPart<P extends Part>(part: P, client: string | undefined): Promise<P> {
  const fields = [...part.fields]
  for (const secret of part.secrets) fields.push({ ...secret, value: await hashValue(secret.value, client) })
  const links: LinkWrite[] = []
  for (const link of part.links) {
    if (link.kind === 'component' || link.kind === 'zone') {
      const items: ComponentItem[] = []
      for (const item of link.items) items.push(await hashPart(item, client))
      links.push({ ...link, items })
    } else links.push(link)
  }
  return { ...part, fields, secrets: [], links }
}

async function hashValue(value: FieldWrite['value'], client: string | undefined): Promise<string | null> {
  return value === null ? null : hashPassword(String(value), client)
}
