import { isRecord } from '@content-api/model'
import type { Config } from '../config/schema.js'
import { type ImportedAccess, permissionsSection } from './access.js'
import type { Report } from './report.js'
import { type Survey, recordTypes } from './source.js'

/** What Strapi kept in its database and this service keeps in its configuration. */
export interface DifferingSettings {
  /** For entries without a locale. */
  readonly defaultLocale: string
  /** What has to be written into the configuration; null for nothing. */
  readonly section: Readonly<Record<string, unknown>> | null
}

export function differingSettings(
  survey: Survey,
  config: Config,
  access: ImportedAccess,
  report: Report,
): DifferingSettings {
  const { defaultLocale, section: i18n } = locales(survey, config, report)
  const auth = signUp(survey, config, report)
  const permissions = config.permissions === undefined ? permissionsSection(access) : null
  if (permissions) {
    report.warnings.push(
      'The configuration has no "permissions": every request stays allowed, whatever the imported roles say, until it has.',
    )
  }
  const section = { ...(i18n && { i18n }), ...(auth && { auth }), ...(permissions && { permissions }) }
  return { defaultLocale, section: Object.keys(section).length === 0 ? null : section }
}

function locales({ settings, records }: Survey, { i18n }: Config, report: Report) {
  const given = settings.get('plugin_i18n_default_locale')
  const defaultLocale = typeof given === 'string' && given !== '' ? given : i18n.defaultLocale
  const codes = [...(records.get(recordTypes.locale)?.values() ?? [])].flatMap(({ code }) =>
    typeof code === 'string' ? [code] : [],
  )
  const missing = codes.filter((code) => code !== i18n.defaultLocale && !i18n.locales.includes(code))
  if (defaultLocale !== i18n.defaultLocale) {
    report.warnings.push(
      `The default locale was ${defaultLocale}; the configuration says ${i18n.defaultLocale}: requests without a locale find other entries.`,
    )
  }
  if (missing.length > 0) {
    report.warnings.push(
      `The configuration has no locale ${missing.join(', ')}: entries in it are imported and not found.`,
    )
  }
  const others = codes.filter((code) => code !== defaultLocale)
  const differs = missing.length > 0 || defaultLocale !== i18n.defaultLocale
  return { defaultLocale, section: differs ? { defaultLocale, locales: others } : null }
}

/** The settings of sign-ups, by their names in Strapi. */
function signUp({ settings }: Survey, { auth }: Config, report: Report) {
  const advanced = settings.get('plugin_users-permissions_advanced')
  if (!isRecord(advanced)) return null
  const register = {
    ...(differs(advanced['allow_register'], auth.register.enabled) && { enabled: advanced['allow_register'] }),
    ...(differs(advanced['email_confirmation'], auth.register.confirmEmail) && {
      confirmEmail: advanced['email_confirmation'],
    }),
    ...(differs(advanced['default_role'], auth.register.role) && { role: advanced['default_role'] }),
  }
  const urls = {
    ...(differs(advanced['email_reset_password'], auth.resetPasswordUrl) && {
      resetPasswordUrl: advanced['email_reset_password'],
    }),
    ...(differs(advanced['email_confirmation_redirection'], auth.confirmedUrl) && {
      confirmedUrl: advanced['email_confirmation_redirection'],
    }),
  }
  const section = { ...(Object.keys(register).length > 0 && { register }), ...urls }
  const names = [...Object.keys(register), ...Object.keys(urls)]
  if (names.length === 0) return null
  report.warnings.push(`Settings of sign-ups differ from the configuration: ${names.join(', ')}.`)
  return section
}

const differs = (theirs: unknown, ours: unknown) =>
  theirs !== undefined && theirs !== null && theirs !== '' && theirs !== ours
