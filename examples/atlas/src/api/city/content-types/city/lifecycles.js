import { ApiError } from '@content-api/server'

/** Normalizes names, so that they can be found and compared. */
function tidyName({ params: { data } }) {
  if (typeof data.name === 'string') data.name = data.name.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
}

/** Rejects a second city with the same name at the same location, and names the existing one. */
async function refuseTwin({ params: { data } }, { strapi }) {
  const { name, latitude, longitude } = data
  // The server reports missing values after the hooks, because a hook may set them.
  if ([name, latitude, longitude].some((value) => value === undefined || value === null)) return
  const [twin] = await strapi.entityService.findMany('api::city.city', {
    filters: { name, latitude, longitude },
    fields: ['name'],
    limit: 1,
  })
  if (twin) throw new ApiError('ApplicationError', `${name} is there already`, { details: { id: twin.id } })
}

export async function beforeCreate(event, tools) {
  tidyName(event)
  await refuseTwin(event, tools)
}

export const beforeUpdate = tidyName
