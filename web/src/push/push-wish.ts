/** Under this name a browser remembers who switched notices on in it, and for what: they go on when that person signs in again. */
export const pushWish = 'push'
