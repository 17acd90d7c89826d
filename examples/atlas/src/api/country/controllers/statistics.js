const city = 'api::city.city'

/** Returns the statistics of a country, read with the caller's permissions. */
export async function find(ctx) {
  const { params, entries } = ctx
  const [country] = await entries.findMany('api::country.country', {
    filters: { code: params.code.toUpperCase() },
    populate: { languages: { fields: ['name'] }, borders: { fields: ['code'] } },
    limit: 1,
  })
  if (!country) return ctx.notFound(`There is no country with the code ${params.code}`)
  const filters = { country: country.id }
  const utmost = async (sort) => {
    const [found] = await entries.findMany(city, {
      filters,
      sort,
      fields: ['name', 'latitude', 'longitude'],
      limit: 1,
    })
    return found ?? null
  }
  const [cities, north, south, east, west] = await Promise.all([
    entries.count(city, { filters }),
    utmost('latitude:desc'),
    utmost('latitude'),
    utmost('longitude:desc'),
    utmost('longitude'),
  ])
  return {
    code: country.code,
    name: country.name,
    area: country.area,
    languages: country.languages.map(({ name }) => name),
    neighbours: country.borders.map(({ code }) => code),
    cities,
    utmost: { north, south, east, west },
  }
}
