import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { prepareStrapiTables } from '@content-api/strapi-tables/schema'
import { newDatabases } from '../../../tests/support/postgres.js'
import { loadModel, query, tablesOf, withProject } from './open-project.js'
import type { SeenTables } from './read-tables.js'

/** The tables that Strapi 5.54.0 created for a project in an empty database when it first started. */
const recordedTables = (name: string) =>
  JSON.parse(readFileSync(new URL(`data/${name}.json`, import.meta.url), 'utf8')) as SeenTables

/** The tables that this server leaves to Strapi, whose first start creates them. */
const ofStrapi =
  /^(strapi_(database_schema|webhooks|history|release|workflows|transfer|sessions|ai)|admin_(permissions|roles|users_roles_lnk))/

describe.each(newDatabases)('on %s', (dialect, newDatabase) => {
  test.each(['project', 'long-names'] as const)('the tables of %s are those of Strapi', async (name) => {
    const tables = await withProject(await newDatabase(), await loadModel(name), async (database) => {
      const prepared = await prepareStrapiTables(database)
      expect(prepared).toMatchObject({ isNew: true, columns: [] })
      return tablesOf(database)
    })
    const recorded = Object.entries(recordedTables(`${name}-${dialect}`)).filter(([table]) => !ofStrapi.test(table))
    expect(recorded.length).toBeGreaterThan(25)
    expect(tables).toEqual(Object.fromEntries(recorded))
  })

  test('a new database has the first rows of Strapi', async () => {
    const now = new Date('2026-02-03T04:05:06.789Z')
    await withProject(await newDatabase(), await loadModel('long-names'), async (database) => {
      await prepareStrapiTables(database, {
        now,
        locales: [
          { code: 'fr', name: 'French (fr)' },
          { code: 'en', name: 'English (en)' },
        ],
      })
      const texts = async (sql: string) => (await query(database, sql)).map((row) => Object.values(row).join(' '))
      expect(await texts('SELECT name, description, type FROM up_roles ORDER BY id')).toEqual([
        'Authenticated Default role given to authenticated user. authenticated',
        'Public Default role given to unauthenticated user. public',
      ])
      expect(
        await texts(`SELECT r.type, l.permission_ord, p.action FROM up_permissions p
          JOIN up_permissions_role_lnk l ON l.permission_id = p.id JOIN up_roles r ON r.id = l.role_id ORDER BY p.id`),
      ).toEqual([
        'authenticated 1 plugin::users-permissions.auth.logout',
        'authenticated 2 plugin::users-permissions.auth.getSessions',
        'authenticated 3 plugin::users-permissions.auth.revokeSession',
        'authenticated 4 plugin::users-permissions.user.me',
        'authenticated 5 plugin::users-permissions.auth.changePassword',
        'public 1 plugin::users-permissions.auth.callback',
        'public 2 plugin::users-permissions.auth.connect',
        'public 3 plugin::users-permissions.auth.forgotPassword',
        'public 4 plugin::users-permissions.auth.resetPassword',
        'public 5 plugin::users-permissions.auth.register',
        'public 6 plugin::users-permissions.auth.emailConfirmation',
        'public 7 plugin::users-permissions.auth.sendEmailConfirmation',
        'public 8 plugin::users-permissions.auth.refresh',
      ])
      expect(await texts('SELECT count(*) FROM strapi_migrations_internal')).toEqual(['8'])
      const [locale] = await query(database, 'SELECT document_id, code, name, created_at FROM i18n_locale ORDER BY id')
      expect(locale).toMatchObject({ code: 'fr', name: 'French (fr)' })
      expect(locale?.['document_id']).toMatch(/^[a-z][a-z0-9]{23}$/)
      const moment = dialect === 'sqlite' ? 'created_at' : `to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS')`
      expect(await texts('SELECT code FROM i18n_locale ORDER BY id')).toEqual(['fr', 'en'])
      expect(await texts(`SELECT DISTINCT ${moment} FROM i18n_locale`)).toEqual([
        dialect === 'sqlite' ? String(now.getTime()) : '2026-02-03T04:05:06.789',
      ])
      expect(
        await texts(
          `SELECT key, type, value FROM strapi_core_store_settings WHERE key NOT LIKE '%schema' ORDER BY key`,
        ),
      ).toEqual([
        'plugin_i18n_default_locale string "fr"',
        'plugin_users-permissions_advanced object {"unique_email":true,"allow_register":true,"email_confirmation":false,"email_reset_password":null,"email_confirmation_redirection":null,"default_role":"authenticated"}',
        'strapi_unidirectional-join-table-repair-ran boolean true',
      ])
    })
  })
})
