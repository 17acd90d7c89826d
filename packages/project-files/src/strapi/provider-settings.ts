import { isRecord } from '@content-api/model'
import { type Settings, at, bytesOf, numberOf } from './settings.js'

/** Reads the settings of the plugin upload. */
export function uploadSettings(file: string, config: unknown, all: Settings): void {
  const size = bytesOf(at(config, 'sizeLimit') ?? at(config, 'providerOptions.sizeLimit') ?? '')
  if (size !== null) {
    // Both limits apply in Strapi.
    const ofBody = all.found.find(({ to }) => to === 'upload.sizeLimit')?.value
    const least = typeof ofBody === 'number' ? Math.min(size, ofBody) : size
    all.set(file, 'upload.config.sizeLimit', 'upload.sizeLimit', least)
    if (size > 1_000_000_000) all.set(file, 'upload.config.sizeLimit', 'upload.requestLimit', size)
  }
  const breakpoints = at(config, 'breakpoints')
  all.set(file, 'upload.config.breakpoints', 'upload.breakpoints', breakpoints)
  const maxAge = at(config, 'providerOptions.localServer.maxage')
  if (typeof maxAge === 'number') {
    all.set(file, 'upload.config.providerOptions.localServer.maxage', 'upload.maxAge', Math.floor(maxAge / 1_000))
  }
  const provider = at(config, 'provider')
  if (typeof provider !== 'string' || isLocal(provider)) return
  // "s3" is the provider of this server, which has other options.
  all.set(file, 'upload.config.provider', 'upload.provider', provider === 's3' ? 'strapi-provider-upload-s3' : provider)
  for (const key of ['providerOptions', 'actionOptions'])
    all.set(file, `upload.config.${key}`, `upload.${key}`, at(config, key))
}

const isLocal = (provider: string) => ['local', '@strapi/provider-upload-local', ''].includes(provider.toLowerCase())

/**
 * Reads the settings of the plugin email.
 * @param dependencies the names of the packages that the project depends on
 */
export function mailSettings(file: string, config: unknown, all: Settings, dependencies: readonly string[]): void {
  const settings = at(config, 'settings')
  all.set(file, 'email.config.settings.defaultFrom', 'mail.from', at(settings, 'defaultFrom'))
  const provider = at(config, 'provider')
  if (typeof provider !== 'string' || provider === '') return
  const options = at(config, 'providerOptions')
  const smtp = /^(?:@strapi\/provider-email-)?nodemailer$/i.test(provider) ? smtpUrl(options) : null
  const others = smtp === null ? [] : beyondUrl(options)
  if (smtp !== null && (others.length === 0 || !dependencies.includes('@strapi/provider-email-nodemailer'))) {
    all.set(file, 'email.config.providerOptions', 'mail.smtp', smtp)
    all.set(file, 'email.config.settings.defaultReplyTo', 'mail.replyTo', at(settings, 'defaultReplyTo'))
    const advice = 'Install @strapi/provider-email-nodemailer, and the server sends mail by it.'
    for (const path of others) {
      all.lose(file, `email.config.providerOptions.${path}`, `has no effect here. ${advice}`)
    }
    return
  }
  all.set(file, 'email.config.provider', 'mail.provider', provider)
  all.set(file, 'email.config.providerOptions', 'mail.providerOptions', options)
  if (isRecord(settings)) all.set(file, 'email.config.settings', 'mail.settings', settings)
}

/** The options of nodemailer that the URL of a mail server has. */
const inUrl = ['host', 'port', 'secure', 'auth.user', 'auth.pass', 'auth.type']

/** Returns the paths of the other options. */
function beyondUrl(options: unknown): string[] {
  const paths = Object.entries(isRecord(options) ? options : {}).flatMap(([key, value]) =>
    key === 'auth' && isRecord(value) ? Object.keys(value).map((inner) => `auth.${inner}`) : [key],
  )
  const isExpressed = (path: string) =>
    inUrl.includes(path) && (path !== 'auth.type' || String(at(options, path)).toLowerCase() === 'login')
  return paths.filter((path) => !isExpressed(path) && at(options, path) !== undefined)
}

/** Returns the URL of a mail server, or null if the options of nodemailer don't name one. */
function smtpUrl(options: unknown): string | null {
  const host = at(options, 'host')
  if (typeof host !== 'string' || host === '') return null
  const port = numberOf(at(options, 'port'))
  const isSecure = at(options, 'secure') === true || port === 465
  const [user, password] = ['auth.user', 'auth.pass'].map((path) => at(options, path))
  const credentials =
    typeof user === 'string' && user !== ''
      ? `${encodeURIComponent(user)}:${encodeURIComponent(typeof password === 'string' ? password : '')}@`
      : ''
  return `${isSecure ? 'smtps' : 'smtp'}://${credentials}${host}${typeof port === 'number' ? `:${port}` : ''}`
}
