import { validationError } from '@content-api/engine/errors'
import { isRecord } from '@content-api/model'
import { textIssues } from '../body-fields.js'
import type { RequestInfo } from '@content-api/core/message/message'

/** What a list of sessions shows about the device of a sign-in. */
export interface Device {
  /** The `deviceId` of the body; null without one. */
  readonly deviceId: string | null
  /** The browser and the system by the header `User-Agent`; null if it names no known one. */
  readonly deviceName: string | null
}

const longestId = 255

/** Returns the device of a sign-in. @throws ApiError ValidationError for a `deviceId` that can't be stored */
export function deviceOf(request: RequestInfo | undefined, body: unknown): Device {
  return { deviceId: deviceIdOf(body), deviceName: deviceName(request?.header('user-agent') ?? '') }
}

/** Returns the `deviceId` of a body, or null. Other values than strings count as none, as in Strapi 5. */
export function deviceIdOf(body: unknown): string | null {
  const id = isRecord(body) ? body['deviceId'] : undefined
  if (typeof id !== 'string' || id === '') return null
  const issues = textIssues('deviceId', id)
  if (issues.length > 0) throw validationError(issues)
  if (id.length <= longestId) return id
  throw validationError([{ path: ['deviceId'], message: `deviceId must have at most ${longestId} characters` }])
}

/** Names in the header by which a browser is recognized. Later ones also have the names of earlier ones. */
const browsers = [
  ['Firefox/', 'Firefox'],
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['FxiOS/', 'Firefox'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

function deviceName(userAgent: string): string | null {
  const browser = browsers.find(([part]) => userAgent.includes(part))?.[1]
  const system = systems.find(([part]) => userAgent.includes(part))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? null
}
