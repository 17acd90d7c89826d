import { randomBytes } from 'node:crypto'
import { isRecord } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import { strapiDigest } from '@content-api/core/secrets/digest'
import { ExtensionError } from '@content-api/core/errors/extension-error'
import { guarded } from '../host/guarded.js'
import type { OpenDocuments } from './documents.js'

const localeType = 'plugin::i18n.locale'
const tokenType = 'admin::api-token'
const tokenPermissionType = 'admin::api-token-permission'
/** The key of the default locale in Strapi's settings. */
const defaultKey = 'plugin_i18n_default_locale'

type Content = () => OpenDocuments

/** Returns the services of Strapi 5 by their uid that read and write rows of Strapi's own types. */
export function documentServices(content: Content): Readonly<Record<string, object>> {
  return {
    'plugin::i18n.locales': guarded("strapi.plugin('i18n').service('locales')", localeService(content)),
    'admin::api-token': guarded("strapi.service('admin::api-token')", tokenService(content)),
  }
}

function localeService(content: Content) {
  const locales = () => content().query(localeType)
  const getDefaultLocale = async () => {
    const stored = await content().storedValues.read(defaultKey)
    return typeof stored === 'string' ? stored : 'en'
  }
  const setDefaultLocale = ({ code }: Values) => content().storedValues.write(defaultKey, code)
  const withDefault = async <Found extends Values | null>(locale: Found): Promise<Found> =>
    locale && { ...locale, isDefault: locale['code'] === (await getDefaultLocale()) }
  return {
    find: (where: Values = {}) => locales().findMany({ where }),
    findById: (id: unknown) => locales().findOne({ where: { id } }),
    findByCode: (code: unknown) => locales().findOne({ where: { code } }),
    count: (where: Values = {}) => locales().count({ where }),
    create: (data: Values) => locales().create({ data }),
    update: (where: Values, data: Values) => locales().update({ where, data }),
    async delete({ id }: Values) {
      const stored = await locales().findOne({ where: { id } })
      if (stored?.['code'] === (await getDefaultLocale())) {
        throw new ExtensionError("The default locale can't be deleted. Set another one with setDefaultLocale first.")
      }
      return locales().delete({ where: { id } })
    },
    getDefaultLocale,
    setDefaultLocale,
    async setIsDefault(found: unknown) {
      if (!Array.isArray(found)) return withDefault(isRecord(found) ? found : null)
      return Promise.all((found as readonly Values[]).map(withDefault))
    },
  }
}

function tokenService(content: Content) {
  const query = () => content().query(tokenType)
  const hash = (accessKey: string) => {
    const salt = content().apiTokenSalt
    if (salt === null) throw new ExtensionError('config/admin has no apiToken.salt, with which API tokens are hashed.')
    return strapiDigest(accessKey, salt)
  }
  const shown = async (where: Values): Promise<Values | null> => {
    const token = await query().findOne({ where, populate: ['permissions'] })
    if (!token) return null
    const { permissions, accessKey: _accessKey, encryptedKey: _encryptedKey, ...others } = token
    return { ...others, permissions: (permissions as readonly Values[]).map(({ action }) => action) }
  }
  return {
    hash,
    /** Creates a token. `accessKey` of the result is shown only here. */
    async create({ permissions = [], lifespan = null, ...attributes }: Values) {
      const accessKey = randomBytes(128).toString('hex')
      const expiresAt = lifespan === null ? null : new Date(Date.now() + Number(lifespan))
      const data = {
        kind: 'content-api',
        ...attributes,
        lifespan,
        expiresAt,
        accessKey: hash(accessKey),
      }
      const token = await query().create({ data })
      if (attributes['type'] === 'custom') {
        for (const action of new Set(permissions as readonly string[])) {
          await content()
            .query(tokenPermissionType)
            .create({ data: { action, token: token['id'] } })
        }
      }
      return { ...(await shown({ id: token['id'] })), accessKey }
    },
    async exists(where: Values = {}) {
      return (await query().count({ where: hashedIn(where, hash) })) > 0
    },
    list: () => query().findMany({ select: ['id', 'name', 'description', 'type', 'lastUsedAt', 'expiresAt'] }),
    getById: (id: unknown) => shown({ id }),
    getByName: (name: unknown) => shown({ name }),
    getBy: (where: Values) => shown(hashedIn(where, hash)),
    async revoke(id: unknown) {
      await content()
        .query(tokenPermissionType)
        .deleteMany({ where: { token: id } })
      return query().delete({ where: { id } })
    },
  }
}

/** Returns conditions in which an access key is that of the table. */
const hashedIn = (where: Values, hash: (key: string) => string): Values =>
  typeof where['accessKey'] === 'string' ? { ...where, accessKey: hash(where['accessKey']) } : where
