import { boxAround, kilometresBetween } from './distance.js'

/** Extends GraphQL: the location of a city in words, and the cities around a point. */
export function register({ strapi }) {
  const extension = strapi.plugin('graphql').service('extension')

  // The content comes from data sets, so GraphQL only reads it. REST also writes it.
  for (const name of ['region', 'language', 'currency']) {
    extension.shadowCRUD(`api::${name}.${name}`).disableMutations()
  }

  extension.use({
    typeDefs: `
      extend type City {
        "For people to read: 47.37° N, 8.55° E"
        coordinates(digits: Int = 2): String!
      }

      type NearbyCity {
        id: ID!
        name: String!
        country: String
        kilometres: Float!
      }

      extend type Query {
        "The nearest first"
        citiesNear(latitude: Float!, longitude: Float!, kilometres: Float = 10): [NearbyCity!]!
      }
    `,
    resolvers: {
      City: {
        coordinates: ({ latitude, longitude }, { digits }) =>
          `${angle(latitude, 'N', 'S', digits)}, ${angle(longitude, 'E', 'W', digits)}`,
      },
      Query: {
        async citiesNear(_parent, { latitude, longitude, kilometres }) {
          const center = { latitude, longitude }
          const box = boxAround(center, kilometres)
          const cities = await strapi.entityService.findMany('api::city.city', {
            filters: { latitude: { $between: box.latitude }, longitude: { $between: box.longitude } },
            populate: { country: { fields: ['name'] } },
            limit: 100,
          })
          return cities
            .map((city) => ({
              id: city.id,
              name: city.name,
              country: city.country?.name,
              kilometres: kilometresBetween(center, city),
            }))
            .filter((city) => city.kilometres <= kilometres)
            .toSorted((one, other) => one.kilometres - other.kilometres)
        },
      },
    },
    resolversConfig: {
      'Query.citiesNear': { auth: false, policies: [{ name: 'within-reach', config: { kilometres: 100 } }] },
    },
  })
}

function angle(degrees, positive, negative, digits) {
  return `${Math.abs(degrees).toFixed(digits)}° ${degrees < 0 ? negative : positive}`
}
