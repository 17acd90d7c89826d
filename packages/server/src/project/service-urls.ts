import { isRecord } from '@content-api/model'

type Values = Readonly<Record<string, unknown>>

interface ServiceUrls {
  /** A path or an absolute URL, without a slash at the end. */
  readonly serverUrl: string
  readonly adminUrl: string
  readonly adminPath: string
}

const isAbsolute = (url: string) => /^[a-z][a-z\d+.-]*:\/\//i.test(url)
const sectionOf = (config: unknown, name: string): Values => {
  const section = isRecord(config) ? config[name] : undefined
  return isRecord(section) ? section : {}
}

/** Returns `server.url` and `admin.url` of `strapi.config`. */
function getConfigUrls(config: unknown): ServiceUrls {
  const serverUrl = normalized(sectionOf(config, 'server')['url'] ?? '')
  const adminUrl = normalized(sectionOf(config, 'admin')['url'] ?? '/admin')
  if (!isAbsolute(adminUrl)) {
    const below = `${serverUrl}${adminUrl}`
    return { serverUrl, adminUrl: below, adminPath: isAbsolute(serverUrl) ? adminUrl : below }
  }
  const isBelow = serverUrl !== '' && adminUrl.startsWith(serverUrl)
  return { serverUrl, adminUrl, adminPath: isBelow ? adminUrl.slice(serverUrl.length) : new URL(adminUrl).pathname }
}

function normalized(url: unknown): string {
  const text = String(url).replace(/\/$/, '')
  return text === '' || isAbsolute(text) ? text : `/${text.replace(/^\//, '')}`
}

/** Returns a URL with the address on which the service listens, unless it is absolute. */
function withOrigin(url: string, config: unknown): string {
  const { host = 'localhost', port = 1337 } = sectionOf(config, 'server')
  return isAbsolute(url) ? url : `http://${String(host)}:${String(port)}${url}`
}

/** The functions of `@strapi/utils` that read URLs from `strapi.config`. */
export const serviceUrls = {
  getConfigUrls,
  getAbsoluteServerUrl: (config: unknown) => withOrigin(getConfigUrls(config).serverUrl, config),
  getAbsoluteAdminUrl: (config: unknown) => withOrigin(getConfigUrls(config).adminUrl, config),
}
