/**
 * Public projects of Strapi 4 that nobody changed for this server: every project with content types in a
 * collection that was made without looking at what runs. `folder` is the project's folder in its repository.
 * `queries` are those that its own code requires, by the path of a content type.
 */
export const publicProjects = [
  { repository: '12nomad/litee-tour-strapi', commit: '0562e839ce2791a6b633218f8912566a79b4ec58' },
  { repository: '13milliseconds/jessechorng.com-backend', commit: '594094af204d644172e87cd4761ef7520af48219' },
  { repository: '404kacper/Cloud-Professor-Backend', commit: '3f8bd8aaf0e3e30f5001a09d8b2b700f6832db36' },
  { repository: '70-7h3-m00n/api-minzdrav-online', commit: 'eecb452e0f4cc24df3d667cd2a825def339f0ed8' },
  { repository: '7on9/pnt_study_core', commit: '59e44e42c0c7ce9a40735fd3c5e02cd3a0b99192' },
  { repository: 'A-ST-RA/minecraft-launcher-freelance-backend', commit: 'cc8804fc71b7263eb4547e8757cbec8642e18889' },
  { repository: 'AbdulSamman/ecommerce-strapi', commit: '66a802323a17e2d339b0e2d4cfec044581641ba0' },
  { repository: 'AbhayKadamFulcro/strapi_folder', commit: 'f6023bc3dfce3a917f13b21b36940f79512af6e2' },
  { repository: 'Accords-Library/strapi.accords-library.com', commit: 'a91b691629baf6c7f3ad30a30b60d32ec8005a0d' },
  { repository: 'Adamhunter108/blog-backend-strapi', commit: '86cd5ef2b1e7a3feddbaec8b39ba235ae13ff82c' },
  { repository: 'AditFirdaus-HiKlik/isoc_strapi', commit: '75d8ad1c20ad69bde914af523de2dbc53156bbcc' },
  { repository: 'AE-Iguarias/backend-api', commit: '2f1020626270744770328c1be880c50e3f055e36' },
  {
    repository: 'AigarsPeda/dentsu_strapi',
    commit: '10e3b192149027a5e71b371418b1680bc9168d9a',
    // Its middleware reads this filter of every request.
    queries: { pages: 'filters[slug][$eq]=home' },
  },
  { repository: 'AirborneCoding/fitness_cms_tested', commit: 'd771d3d9bf81a34675c73f704e67698af705d00c' },
  { repository: 'ALeafWolf/nxxtoolbox-cms', commit: 'eb9319306c9e6f019d846a5b48e0d4c68e5f678f' },
  { repository: 'Apex-Brasil/strapi-aws-s3', commit: '8c76d19e36ab875b0c9e26a6c05eb09dfc7aae52', folder: 'backend' },
  { repository: 'ArcanumLibella/fionarx-strapi', commit: '3cc192907645b96a3930c63f02beb72fcda48bf2' },
  { repository: 'ASkyBig/nextjs-cms', commit: '1a6a5366879c4913738009a29f0b147aca185a79' },
  { repository: 'Atmos4/interpost-jamstack', commit: '3843407be2023731668f5165634ab1c1bf5bc33e', folder: 'backend' },
  { repository: 'BerenBoden/firesidecandles-strapi', commit: '9d42aa88d8415c532c292c4b90656ef7166c74d7' },
  { repository: 'BlinkenOSA/website-cms', commit: 'd9dc86bde7bf2e01e9744c8880c69456f4ea6de9' },
  { repository: 'dev-launchers/strapiv4', commit: '8842ec54edce8aded165c21634dad77b3106d96e' },
  { repository: 'DTS-STN/Alpha-Site-CMS', commit: 'e1005d39882fcbdd7ce2e3134e38ddbe4653e327' },
  { repository: 'MaksZhukov/shop-strapi', commit: 'd002b60ef85f698d8db6e23661e32b039b89659f' },
  { repository: 'mgmgpyaesonewin/strapi-cms-v4', commit: '5f132fa941a3110ef4dacc2a920ceeb61e115a76' },
  { repository: 'tonyykosseifyy/se-factory-portal-backend', commit: '072841051650f38925c8e2983f260f3d875844c4' },
]
