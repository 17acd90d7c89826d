import { ApiError } from '@content-api/server'

/** Names are written one way, so that they are found and compared. */
function tidyName({ params: { data } }) {
  if (typeof data.name === 'string') data.name = data.name.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
}

/** No city is in the atlas twice: one of the same name at the same place is refused, and the one that is there is named. */
async function refuseTwin({ params: { data } }, { strapi }) {
  const { name, latitude, longitude } = data
  // What is missing is told when the hooks are through: one of them may still give it.
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
