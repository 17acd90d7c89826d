import type { ApiToken } from '@content-api/engine/accounts'
import { ApiError } from '@content-api/engine/errors'
import {
  deleteApiTokenRows,
  findStrapiApiToken,
  insertApiTokenRow,
  readApiTokenRows,
} from '@content-api/strapi-tables/accounts'
import type { ApiTokens } from '@content-api/capabilities/accounts/account-store'
import { strapiDigest } from '@content-api/core/secrets/digest'

/**
 * Returns the API tokens in the tables of Strapi 5.
 * @param salt `apiToken.salt` of `config/admin`; null if it isn't known
 */
export function documentApiTokens(salt: string | null): ApiTokens {
  const keyOf = (accessKey: string): string => {
    if (salt !== null) return strapiDigest(accessKey, salt)
    throw new ApiError(
      'ApplicationError',
      'API tokens need the salt of the project, with which Strapi stores them. Set apiToken.salt in config/admin',
    )
  }
  return {
    list: readApiTokenRows,
    async find(reader, accessKey): Promise<ApiToken | null> {
      const found = await findStrapiApiToken(reader, keyOf(accessKey))
      if (!found) return null
      return (await readApiTokenRows(reader)).find(({ id }) => id === found.id) ?? null
    },
    async insert(tx, { accessKey, ...token }) {
      await insertApiTokenRow(tx, { ...token, accessKey: keyOf(accessKey) })
    },
    delete: deleteApiTokenRows,
  }
}
