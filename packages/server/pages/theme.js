// Loaded before the page is drawn. Swagger UI and GraphiQL don't follow the preference of the system by themselves.
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
