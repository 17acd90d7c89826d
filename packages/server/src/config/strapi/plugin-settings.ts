import { isRecord } from '@content-api/model'
import { graphql } from '../graphql.js'
import type { ReadFile } from './read-strapi-files.js'
import { type Settings, at, numberOf } from './settings.js'
import { bytesOf, durationOf, intervalOf } from './units.js'

/** The plugins whose parts are built in, with the function that reads their settings. */
const builtIn: Readonly<Record<string, (file: string, config: unknown, all: Settings) => void>> = {
  graphql: graphqlSettings,
  'users-permissions': userSettings,
  upload: uploadSettings,
  email: mailSettings,
  i18n: () => undefined,
}

/** Reads `config/plugins`. */
export function pluginSettings({ file, value }: ReadFile, all: Settings): void {
  if (!isRecord(value)) return
  for (const [name, plugin] of Object.entries(value)) {
    const isEnabled = plugin !== false && at(plugin, 'enabled') !== false
    const read = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined
    if (name === 'graphql') all.set(file, 'graphql.enabled', 'graphql.enabled', isEnabled)
    else if (read && !isEnabled) all.lose(file, `${name}.enabled`, 'has no effect here: the plugin is built in.')
    if (read) read(file, at(plugin, 'config'), all)
  }
}

/** Options of the GraphQL plugin without an effect on responses. */
const silent = ['artifacts', 'generateArtifacts', 'landingPage', 'subscriptions', 'maxLimit', 'apolloServer']

function graphqlSettings(file: string, config: unknown, all: Settings): void {
  if (!isRecord(config)) return
  const known = Object.keys(graphql._zod.def.shape)
  for (const [key, value] of Object.entries(config)) {
    if (silent.includes(key)) continue
    if (known.includes(key)) all.set(file, `graphql.config.${key}`, `graphql.config.${key}`, numberOf(value))
    else all.lose(file, `graphql.config.${key}`, 'is not known here. It has no effect.')
  }
  if (config['subscriptions'] === true) {
    all.lose(file, 'graphql.config.subscriptions', 'has no effect here: subscriptions are not supported.')
  }
  // Strapi limits lists by `maxLimit`, and not at all without it.
  const [most, usual] = [Number(config['maxLimit']), Number(config['defaultLimit'])]
  const listed = Number(config['amountLimit'] ?? 100)
  if (most > 0) all.set(file, 'graphql.config.maxLimit', 'graphql.config.amountLimit', most)
  else if (usual > listed) all.set(file, 'graphql.config.defaultLimit', 'graphql.config.amountLimit', usual)
  const apollo = config['apolloServer']
  for (const [key, value] of Object.entries(isRecord(apollo) ? apollo : {})) {
    all.set(file, `graphql.config.apolloServer.${key}`, `graphql.config.apolloServer.${key}`, value)
  }
}

function userSettings(file: string, config: unknown, all: Settings): void {
  const plugin = 'users-permissions.config'
  const [secret] = [at(config, 'jwtSecret')].flat<unknown[]>()
  if (secret !== undefined && secret !== '') all.set(file, `${plugin}.jwtSecret`, 'auth.jwt.secret', secret)
  const expiresIn = at(config, 'jwt.expiresIn')
  if (expiresIn !== undefined) {
    all.set(file, `${plugin}.jwt.expiresIn`, 'auth.jwt.expiresIn', durationOf(expiresIn) ?? expiresIn)
  }
  const jwt = at(config, 'jwt')
  for (const key of Object.keys(isRecord(jwt) ? jwt : {})) {
    if (key !== 'expiresIn') all.lose(file, `${plugin}.jwt.${key}`, 'has no effect here.')
  }
  all.set(file, `${plugin}.register.allowedFields`, 'auth.register.allowedFields', at(config, 'register.allowedFields'))
  const limit = at(config, 'ratelimit')
  if (at(limit, 'enabled') === false) {
    all.lose(file, `${plugin}.ratelimit.enabled`, 'has no effect here: attempts to sign in are always limited.')
  }
  all.set(file, `${plugin}.ratelimit.max`, 'auth.rateLimit.attempts', at(limit, 'max'))
  const interval = at(limit, 'interval')
  if (interval !== undefined) {
    all.set(file, `${plugin}.ratelimit.interval`, 'auth.rateLimit.seconds', intervalOf(interval) ?? interval)
  }
}

function uploadSettings(file: string, config: unknown, all: Settings): void {
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
  if (typeof provider === 'string' && provider !== 'local') {
    const advice = /s3/.test(provider) ? 'Set upload.provider to "s3" and upload.s3' : 'Set upload.provider'
    const where = `here. New files are stored in public/uploads. ${advice} in content-api.config.js to change this.`
    all.lose(file, 'upload.config.provider', `"${provider}" has no effect ${where}`)
  }
}

function mailSettings(file: string, config: unknown, all: Settings): void {
  all.set(file, 'email.config.settings.defaultFrom', 'mail.from', at(config, 'settings.defaultFrom'))
  const provider = at(config, 'provider')
  if (typeof provider !== 'string') return
  const isSmtp = provider.endsWith('nodemailer')
  const smtp = isSmtp ? smtpUrl(at(config, 'providerOptions')) : null
  if (smtp !== null) return all.set(file, 'email.config.providerOptions', 'mail.smtp', smtp)
  const problem = isSmtp ? 'names no "host", so it' : `"${provider}"`
  const instead = 'In development, mail is printed instead. Otherwise none is sent.'
  const advice = 'Set mail.smtp or mail.provider in content-api.config.js to send mail.'
  const path = isSmtp ? 'providerOptions' : 'provider'
  all.lose(file, `email.config.${path}`, `${problem} has no effect here. ${instead} ${advice}`)
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
