// Where the app is: below the origin, or below a path of it, `/tidings`. Scripts lie in `<base>/static/<hash>/js/`.

const root = new URL("../../../", import.meta.url);

// address("/healthz") → "https://home.example/tidings/healthz"
export const address = (path) => new URL(path.replace(/^\//, ""), root).href;
