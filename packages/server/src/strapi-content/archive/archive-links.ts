import { isRecord } from '@content-api/model'
import { fileType } from '@content-api/engine/plan'
import type { LinkStore } from '../link-store.js'
import { StrapiSourceError, isId } from '../source.js'

interface End {
  readonly type: string
  readonly ref: number
  readonly field: string
  readonly pos: number | null
}

/** Adds the link in a line of `links/`: `left` owns the link, `right` is its target. */
export function addArchiveLink(value: unknown, path: string, { links, mistakes }: LinkTarget): void {
  const left = isRecord(value) ? readEnd(value['left']) : null
  const right = isRecord(value) ? readEnd(value['right']) : null
  if (!left || !right || !isRecord(value)) {
    throw new StrapiSourceError(`"${path}" holds a line without "left" and "right" ends.`)
  }
  for (const { type, ref } of [left, right]) {
    if (!isId(ref)) {
      mistakes.push(
        `A link of ${left.type}.${left.field} names ${type} ${JSON.stringify(ref)}, which is not a valid id.`,
      )
      return
    }
  }
  if (value['kind'] !== 'relation.morph') {
    links.add(left.type, left.field, {
      source: left.ref,
      target: right.ref,
      targetType: null,
      order: left.pos,
      inverseOrder: right.pos,
    })
  } else if (left.type === fileType && left.field === 'related') {
    // In Strapi, a file owns the links to the entries that show it. Here the entries own them, so source and
    // target are swapped.
    links.add(right.type, right.field, {
      source: right.ref,
      target: left.ref,
      targetType: null,
      order: right.pos,
      inverseOrder: null,
    })
  } else {
    links.add(left.type, left.field, {
      source: left.ref,
      target: right.ref,
      targetType: right.type,
      order: right.pos,
      inverseOrder: null,
    })
  }
}

interface LinkTarget {
  readonly links: LinkStore
  readonly mistakes: string[]
}

function readEnd(value: unknown): End | null {
  if (!isRecord(value) || typeof value['type'] !== 'string') return null
  const { type, ref, field, pos } = value
  return {
    type,
    ref: ref as number,
    field: typeof field === 'string' ? field : '',
    pos: typeof pos === 'number' ? pos : null,
  }
}
