// As in projects that create-strapi generates. Strapi 5.0 ignores the strict settings.
module.exports = {
  rest: { defaultLimit: 25, maxLimit: 100, withCount: true, strictParams: true },
  documents: { strictParams: true },
}
