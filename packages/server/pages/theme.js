// Loaded before the page is drawn. Follows the colour scheme of the system, which Swagger UI and GraphiQL
// don't do themselves.
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
