package shop;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CheckoutTest {
    @Test
    public void anEmptyBasketCostsNothing() {
        assertEquals(0, new Basket().total());
    }

    @Test
    public void theCustomerGetsAMail() {
        Basket basket = new Basket();
        basket.add(350);
        basket.add(1200);
        Checkout checkout = new Checkout();
        assertEquals(1550, checkout.order(basket));
        assertEquals(1, checkout.mails().size());
    }

    @Test
    public void theArgLineOfThePomIsKept() {
        assertEquals("EUR", System.getProperty("shop.currency"));
    }
}
