import { isRecord } from '@content-api/model'

/** A response as it is compared. */
export interface Answer {
  readonly status: number
  readonly contentType: string | undefined
  readonly body: Buffer | string
}

/** A place where two responses differ. Values are shown by their type, because they may be private. */
export interface AnswerDifference {
  /** Such as `data[0].attributes.title`; `status`, `content-type` or `body` for the response itself. */
  readonly path: string
  readonly ours: string
  readonly theirs: string
}

/** The most differences that are reported of one response. */
const most = 20

/** Returns where two responses differ. The order of keys in JSON objects doesn't matter. */
export function compareAnswers(ours: Answer, theirs: Answer): readonly AnswerDifference[] {
  if (ours.status !== theirs.status) return [difference('status', String(ours.status), String(theirs.status))]
  const [own, other] = [mediaType(ours), mediaType(theirs)]
  if (own !== other) return [difference('content-type', own, other)]
  const [left, right] = [String(ours.body), String(theirs.body)]
  if (left === right) return []
  const [parsed, expected] = [parse(left), parse(right)]
  if (!parsed || !expected) return [difference('body', parsed ? 'JSON' : 'text', expected ? 'JSON' : 'text')]
  return compareValues(parsed.value, expected.value)
}

const difference = (path: string, ours: string, theirs: string): AnswerDifference => ({ path, ours, theirs })

const mediaType = ({ contentType = '' }: Answer) => contentType.toLowerCase().replaceAll(/[\s"]/g, '')

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

/** Compares values level by level in a loop, so that deep nesting can't overflow the stack. */
function compareValues(ours: unknown, theirs: unknown): AnswerDifference[] {
  const found: AnswerDifference[] = []
  const pending: [path: string, ours: unknown, theirs: unknown][] = [['', ours, theirs]]
  for (const [path, own, other] of pending) {
    if (found.length === most) break
    if (own === other) continue
    if (Array.isArray(own) && Array.isArray(other) && own.length === other.length) {
      own.forEach((item: unknown, index) => pending.push([`${path}[${index}]`, item, other[index]]))
    } else if (isRecord(own) && isRecord(other)) {
      for (const key of new Set([...Object.keys(own), ...Object.keys(other)])) {
        pending.push([path === '' ? key : `${path}.${key}`, own[key], other[key]])
      }
    } else found.push(difference(path === '' ? 'body' : path, typeOf(own), typeOf(other)))
  }
  return found
}

function typeOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  return Array.isArray(value) ? `array of ${value.length}` : typeof value
}
