// The language of the page.

export const language = document.documentElement.lang || "en";
