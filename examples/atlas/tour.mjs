import { ApiError, createClient } from '@content-api/sdk'
import { readToken } from './development-token.mjs'

/**
 * A tour of the atlas with the SDK: `node tour.mjs [base URL]`, while the atlas is served. Writes need the
 * token that the atlas prints. The tour reads it from TOKEN, or else from the file of the last start in this
 * folder.
 */
const baseURL = process.argv[2] ?? 'http://127.0.0.1:1337'
const token = process.env.TOKEN ?? (await readToken())
const atlas = createClient({ baseURL, token })
const countries = atlas.collection('countries')
const cities = atlas.collection('cities')

const { data: largest, meta } = await countries.find({
  fields: ['name', 'area'],
  filters: { region: { name: { $eq: 'Europe' } } },
  populate: { borders: { fields: ['name'], sort: ['name'] } },
  sort: ['area:desc'],
  pagination: { pageSize: 3 },
})
console.log(`The three largest of ${meta.pagination.total} countries in Europe:`)
for (const { name, area, borders } of largest) {
  console.log(`  ${name}, ${area} km², borders ${borders.map((border) => border.name).join(', ')}`)
}

const switzerland = await countries.first({
  filters: { code: { $eq: 'CHE' } },
  populate: { languages: { fields: ['name'] }, currencies: { fields: ['code'] } },
  locale: 'fr',
})
console.log(
  `${switzerland.officialName} (${switzerland.currencies[0].code}) speaks ${switzerland.languages.length} languages`,
)

let named = 0
for await (const city of cities.iterate({ fields: ['name'], filters: { name: { $startsWithi: 'san j' } } })) {
  if (city.name.toLowerCase().startsWith('san j')) named++
}
console.log(`${named} cities have a name that starts with "San J"`)

const created = await cities.create({ name: 'Atlantis Nova', latitude: 0, longitude: -30 })
const moved = await cities.update(created.id, { latitude: 31.5, country: switzerland.id })
console.log(`${moved.name} is created at ${created.latitude}° and moved to ${moved.latitude}° north`)
await cities.delete(created.id)
const found = await cities.first({ filters: { name: 'Atlantis Nova' } })
console.log(found === null ? 'It is gone again' : 'It stayed')

try {
  await cities.create({ name: 'Nowhere', latitude: 91, longitude: 0 })
} catch (error) {
  if (!ApiError.is(error, 'ValidationError')) throw error
  console.log(`Refused: ${error.issues.map(({ path, message }) => `${String(path)}: ${message}`).join('; ')}`)
}
