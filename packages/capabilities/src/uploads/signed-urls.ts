import { type ContentType, isRecord, isScalar } from '@content-api/model'
import type { PreparedRead, ReadDatabase, Readable, ReadFinisher } from '@content-api/engine/database'
import {
  fileContentType,
  joinVersion,
  type JsonText,
  type Output,
  type OutputObject,
  parseMarks,
  printMarks,
  type ReadPlan,
  splitVersion,
} from '@content-api/engine/plan'
import { prepareRead } from '@content-api/engine/read'
import type { FileRecord, StrapiUploads } from './strapi-provider.js'

/** The key of a member with all values of a file, for the provider. No attribute has this name. */
const hidden = '$file'

/** The keys of a response whose values are signed. In GraphQL they are aliases. */
interface SignedKeys {
  readonly urls: readonly string[]
  readonly formats: readonly string[]
  /** Whether the response says that the URL is signed, as Strapi 4.26 does in REST. */
  readonly isSaid: boolean
}

type Provider = Pick<StrapiUploads, 'name' | 'sign'>

/**
 * Signs the URLs of the files in media attributes, in the responses of REST and GraphQL, as Strapi 4.26 does.
 * It adds the values of each file to the read, and removes them from its text.
 */
export function signedUrls(database: Pick<ReadDatabase, 'registry' | 'layout' | 'dialect'>, provider: Provider) {
  const file = fileContentType(database.registry)
  const prepared = new WeakMap<ReadPlan, PreparedRead | null>()
  const preparedFor = (plan: ReadPlan): PreparedRead | null => {
    const output = withFiles(plan.output, file, false)
    return output === plan.output ? null : prepareRead({ ...plan, output }, database)
  }
  return {
    planned(read: Readable): Readable {
      if ('sql' in read) return read
      const plan = 'plan' in read ? read.plan : read
      let other = prepared.get(plan)
      if (other === undefined) prepared.set(plan, (other = preparedFor(plan)))
      return other ?? read
    },
    async finish(read: JsonText): Promise<JsonText> {
      const { text, version } = splitVersion(read)
      const value = parseMarks(text)
      await signAll(value, { provider, signed: new Map() })
      return joinVersion(printMarks(value), version)
    },
  } satisfies ReadFinisher
}

/**
 * Adds the values of each file to an output. Returns the same output if it contains no URLs of files in media
 * attributes.
 * @param ofFile whether the values are of such a file
 */
function withFiles(output: Output, file: ContentType, ofFile: boolean): Output {
  switch (output.kind) {
    case 'object':
    case 'entries':
      return withMembers(output, file, ofFile)
    case 'linked':
      return withMembers(output, file, output.rows.target.uid === file.uid)
    case 'zone':
    case 'usedBy':
    case 'morph': {
      const parts = 'items' in output ? output.items : output.targets
      const changed = (parts as readonly { readonly members: OutputObject }[]).map((part) =>
        withMembers(part, file, false),
      )
      if (changed.every((part, index) => part === parts[index])) return output
      return { ...output, ['items' in output ? 'items' : 'targets']: changed }
    }
    default:
      return output
  }
}

function withMembers<Holder extends { readonly members: OutputObject }>(
  holder: Holder,
  file: ContentType,
  ofFile: boolean,
): Holder {
  const members = holder.members.map((member) => {
    const value = withFiles(member.value, file, ofFile)
    return value === member.value ? member : { ...member, value }
  })
  const keys = ofFile ? keysOf(holder.members) : null
  if (keys) members.push({ key: hidden, value: allValues(file, keys) })
  else if (members.every((member, index) => member === holder.members[index])) return holder
  return { ...holder, members }
}

/** Returns the keys of URLs and formats in an object; null without any. */
function keysOf(members: OutputObject): SignedKeys | null {
  const named = (attribute: string) =>
    members.flatMap(({ key, value }) => (value.kind === 'field' && value.name === attribute ? [key] : []))
  const [urls, formats] = [named('url'), named('formats')]
  if (urls.length + formats.length === 0) return null
  // In GraphQL the URL is non-null, and `required` is its name.
  const isSaid = members.some(({ value }) => value.kind === 'field' && value.name === 'url' && value.required === null)
  return { urls, formats, isSaid }
}

function allValues(file: ContentType, keys: SignedKeys): Output {
  const values = Object.entries(file.declared).flatMap(([name, attribute]) =>
    isScalar(attribute)
      ? [{ key: name, value: { kind: 'field', name, attribute, form: 'plain', required: null } as const }]
      : [],
  )
  const text = JSON.stringify(keys)
  return { kind: 'object', members: [{ key: hidden, value: { kind: 'text', text } }, ...values], absorbs: false }
}

interface Signing {
  readonly provider: Provider
  /** The signed URLs of the response, because entries may share files. */
  readonly signed: Map<string, Promise<string>>
}

/** Signs the URLs in a value, and removes the added values. */
async function signAll(value: unknown, signing: Signing): Promise<void> {
  if (typeof value !== 'object' || value === null) return
  const holder = value as Record<string, unknown>
  const added = holder[hidden]
  if (isRecord(added) && isRecord(added[hidden])) {
    Reflect.deleteProperty(holder, hidden)
    await signFile(holder, added, added[hidden] as unknown as SignedKeys, signing)
    return
  }
  await Promise.all(Object.values(holder).map((each) => signAll(each, signing)))
}

async function signFile(
  holder: Record<string, unknown>,
  { [hidden]: _, ...file }: FileRecord,
  { urls, formats, isSaid }: SignedKeys,
  signing: Signing,
): Promise<void> {
  const isOfProvider = file['provider'] === signing.provider.name
  if (isOfProvider) {
    for (const key of urls) holder[key] = await signedUrl(file, signing)
    for (const key of formats) holder[key] = await signedFormats(holder[key], signing)
  }
  if (isSaid) holder['isUrlSigned'] = isOfProvider
}

async function signedFormats(formats: unknown, signing: Signing): Promise<unknown> {
  if (!isRecord(formats)) return formats
  const signed = Object.entries(formats).map(async ([name, format]) =>
    isRecord(format) ? [name, { ...format, url: await signedUrl(format, signing), isUrlSigned: true }] : [name, format],
  )
  return Object.fromEntries(await Promise.all(signed)) as unknown
}

function signedUrl(file: FileRecord, { provider, signed }: Signing): Promise<string> {
  const place = JSON.stringify([file['hash'], file['ext'], file['url']])
  const known = signed.get(place)
  if (known) return known
  const url = provider.sign(file)
  signed.set(place, url)
  return url
}
