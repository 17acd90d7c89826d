import { type Flattened, flat } from '@content-api/sdk/urql'
import type { CountryQuery } from '../content.gen/graphql.js'
import { graphql } from '../content.gen/gql.js'

/** Everything that the page of a country shows except its cities, in one request. */
export const countryDocument = flat(
  graphql(`
  query Country($code: String!, $locale: I18NLocaleCode) {
    countries(filters: { code: { eq: $code } }, locale: $locale, pagination: { limit: 1 }) {
      data {
        id
        attributes {
          code
          name
          officialName
          capital
          area
          landlocked
          unMember
          independent
          locale
          flag {
            data {
              id
              attributes {
                url
                alternativeText
                formats
              }
            }
          }
          position {
            latitude
            longitude
          }
          region {
            data {
              id
              attributes {
                name
              }
            }
          }
          languages(pagination: { limit: 50 }) {
            data {
              id
              attributes {
                code
                name
              }
            }
          }
          currencies {
            data {
              id
              attributes {
                code
                name
              }
            }
          }
          borders(pagination: { limit: 50 }) {
            data {
              id
              attributes {
                code
                name
                flag {
                  data {
                    attributes {
                      url
                    }
                  }
                }
              }
            }
          }
          translations(pagination: { limit: 100 }) {
            language
            common
          }
          facts {
            __typename
            ... on ComponentFactsDemonym {
              language
              feminine
              masculine
            }
            ... on ComponentFactsCalling {
              prefix
              suffixes
            }
            ... on ComponentFactsDomains {
              domains
            }
          }
        }
      }
    }
  }
`),
)

/** The data of the document, as the page receives it. */
export type CountryResult = Flattened<CountryQuery>
