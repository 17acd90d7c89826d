const noSessions = 'logins return one token, no refresh token'

/**
 * What versions of Strapi 5 lack: the scenarios that must fail there, and why. The row `strapi5-sdk` prints
 * it, and docs/sdk/strapi-versions.md lists the reasons.
 */
const lacking: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '5.0.6': {
    'are selected by a publicationFilter': 'publicationFilter is ignored',
    'are listed in several locales': 'a list of locales is rejected',
    'keep attributes that are not localized in a new localization': 'the defaults replace them in all localizations',
    'returns an empty list for an attribute of several files': 'an empty list of files is null',
    'takes fields of components': 'fields of a component cause an error of the database',
    'takes all components of a zone': "populate: '*' of a zone is rejected",
    'keep attributes with the id of the draft': 'the id of a component is rejected',
    'are listed by page': 'GET /api/upload/files/page does not exist',
    'with a token renew it once for concurrent requests': noSessions,
    'are listed and ended': noSessions,
    'end everywhere, and with a change of the password': noSessions,
    'with an httpOnly cookie survive a page load': noSessions,
    'with an httpOnly cookie begin with a registration': noSessions,
  },
}

export const lackingIn = (version: string): Readonly<Record<string, string>> => lacking[version] ?? {}
