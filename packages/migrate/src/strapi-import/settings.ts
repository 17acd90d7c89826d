import { isRecord } from '@content-api/model'
import type { ContentStore, ServiceSettings } from '../content-store.js'
import { recordTypes, type Survey } from '../strapi-source/source.js'
import { type ImportedAccess, toPermissionsSection } from './access.js'
import type { Report } from './report.js'
import { readSignInProviders } from './sign-in-providers.js'

/**
 * Settings that Strapi keeps in its database. This service keeps them there, too, unless its configuration
 * sets them.
 */
export interface DifferingSettings {
  /** The locale of entries that have none. */
  readonly defaultLocale: string
  /** The settings in the form of a configuration; null if nothing differs from it. */
  readonly section: Readonly<Record<string, unknown>> | null
  /** The settings to store. They take effect when the service is opened again. */
  readonly stored: Readonly<Record<string, unknown>>
}

export function compareSettings(
  survey: Survey,
  { settings, accounts }: Pick<ContentStore, 'settings' | 'accounts'>,
  access: ImportedAccess,
  report: Report,
): DifferingSettings {
  const { defaultLocale, section: i18n } = compareLocales(survey, settings, report)
  const signUp = compareSignUp(survey, settings, report)
  const templates = readTemplates(survey, settings, report)
  const providers = readSignInProviders(survey, settings, report)
  const auth = { ...signUp, ...(templates && { templates }), ...(providers && { providers }) }
  const permissions = settings.hasPermissions ? null : toPermissionsSection(access, accounts)
  const webhooks = readWebhooks(survey, settings, report)
  // Without the templates, which are long, and the providers, which have secrets.
  const section = { ...(i18n && { i18n }), ...(signUp && { auth: signUp }), ...(permissions && { permissions }) }
  return {
    defaultLocale,
    section: Object.keys(section).length === 0 ? null : section,
    // The permissions of each role are in its tables. The empty section ends the mode that allows every request.
    stored: {
      ...(i18n && { i18n }),
      ...(Object.keys(auth).length > 0 && { auth }),
      ...(webhooks && { webhooks }),
      permissions: {},
    },
  }
}

function compareLocales({ settings, records }: Survey, { i18n, isChosen, isValid }: ServiceSettings, report: Report) {
  const stored = settings.get('plugin_i18n_default_locale')
  const defaultLocale = typeof stored === 'string' && stored !== '' ? stored : i18n.defaultLocale
  const codes = [...(records.get(recordTypes.locale)?.values() ?? [])].flatMap(({ code }) =>
    typeof code === 'string' && isValid({ i18n: { defaultLocale: code } }) ? [code] : [],
  )
  const missing = codes.filter((code) => code !== i18n.defaultLocale && !i18n.locales.includes(code))
  if (defaultLocale !== i18n.defaultLocale && isChosen('i18n.defaultLocale')) {
    report.warnings.push(
      `The default locale was ${defaultLocale}; in the configuration it is ${i18n.defaultLocale}: requests without a locale find other entries.`,
    )
  }
  if (missing.length > 0 && isChosen('i18n.locales')) {
    report.warnings.push(
      `The configuration has no locale ${missing.join(', ')}: its entries are imported, but requests don't find them.`,
    )
  }
  const others = codes.filter((code) => code !== defaultLocale)
  const differs = missing.length > 0 || defaultLocale !== i18n.defaultLocale
  return { defaultLocale, section: differs ? { defaultLocale, locales: others } : null }
}

/** Returns the webhooks of the admin panel as a section of the configuration; null without any. */
function readWebhooks({ webhooks }: Survey, { isChosen, isValid }: ServiceSettings, report: Report) {
  const names = new Set<string>()
  const found = webhooks.flatMap(({ name: own, url, headers: all, events: listed, enabled }) => {
    let name = own
    for (let number = 2; names.has(name); number++) name = `${own} ${number}`
    names.add(name)
    const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => typeof value === 'string'))
    const isKnown = (event: unknown) => isValid({ webhooks: [{ name, url, headers, events: [event] }] })
    const events = listed.filter(isKnown)
    const others = listed.filter((event) => !isKnown(event))
    if (events.length > 0) {
      if (others.length > 0)
        report.leftOut(`events of the webhook "${name}"`, `the service has no ${others.join(', ')}`)
      return [{ name, url, headers, events, enabled }]
    }
    report.leftOut(`the webhook "${name}"`, `its URL, headers or events are not valid here`)
    return []
  })
  if (found.length === 0) return null
  report.warnings.push(
    isChosen('webhooks')
      ? `The webhooks of the source have no effect, because the configuration has "webhooks".`
      : `Imported ${found.length} webhooks: run "content-api webhooks list". Addresses of private networks need ` +
          '"allowPrivateAddresses" in the configuration. Set "webhooks: []" there to switch them all off.',
  )
  return found
}

/** Returns the settings of sign-ups that differ from the configuration. */
function compareSignUp({ settings }: Survey, { signUp, isChosen, isValid }: ServiceSettings, report: Report) {
  const advanced = settings.get('plugin_users-permissions_advanced')
  if (!isRecord(advanced)) return null
  const chosen: string[] = []
  const differing = (names: Readonly<Record<string, string>>, path: string, ours: Readonly<Record<string, unknown>>) =>
    Object.entries(names).flatMap(([theirName, name]) => {
      const value = advanced[theirName]
      if (!differs(value, ours[name])) return []
      if (isChosen(`${path}.${name}`)) chosen.push(name)
      if (isValid(path === 'auth' ? { auth: { [name]: value } } : { auth: { register: { [name]: value } } })) {
        return [[name, value] as const]
      }
      report.leftOut(`setting ${theirName}`, `not valid as ${path}.${name} of the configuration`)
      return []
    })
  const { register: registration, ...ownUrls } = signUp
  const register = differing(registerNames, 'auth.register', registration)
  const urls = differing(urlNames, 'auth', ownUrls)
  if (chosen.length > 0) {
    report.warnings.push(`Settings of sign-ups differ from the configuration: ${chosen.join(', ')}.`)
  }
  if (register.length + urls.length === 0) return null
  return { ...(register.length > 0 && { register: Object.fromEntries(register) }), ...Object.fromEntries(urls) }
}

/** The templates of mails in Strapi, with their names here. */
const templateNames = { reset_password: 'resetPassword', email_confirmation: 'confirmEmail' }

/** Returns the templates of the mails of accounts; null without any. */
function readTemplates({ settings }: Survey, { isChosen, isValid }: ServiceSettings, report: Report) {
  const stored = settings.get('plugin_users-permissions_email')
  if (!isRecord(stored) || isChosen('auth.templates')) return null
  const found = Object.entries(templateNames).flatMap(([theirName, name]) => {
    const template = stored[theirName]
    const options = isRecord(template) ? template['options'] : undefined
    if (!isRecord(options)) return []
    const { from, response_email: replyTo, object: subject, message: html } = options
    const sender = isRecord(from) ? senderOf(from) : null
    const own = { subject, html, ...(sender !== null && { from: sender }), ...(replyTo ? { replyTo } : {}) }
    if (isValid({ auth: { templates: { [name]: own } } })) return [[name, own] as const]
    report.leftOut(`the mail template ${theirName}`, `not valid as auth.templates.${name} of the configuration`)
    return []
  })
  return found.length === 0 ? null : Object.fromEntries(found)
}

/** Returns the sender of a template, unless it is the example that Strapi creates. */
function senderOf({ name, email }: Readonly<Record<string, unknown>>): string | null {
  if (typeof email !== 'string' || email === '' || email === 'no-reply@strapi.io') return null
  return typeof name === 'string' && name !== '' ? `${name} <${email}>` : email
}

const registerNames = { allow_register: 'enabled', email_confirmation: 'confirmEmail', default_role: 'role' }

const urlNames = { email_reset_password: 'resetPasswordUrl', email_confirmation_redirection: 'confirmedUrl' }

const differs = (theirs: unknown, ours: unknown) =>
  theirs !== undefined && theirs !== null && theirs !== '' && theirs !== ours
