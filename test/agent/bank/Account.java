package bank;

/** A type of the program that a specification with Java code speaks of. */
public class Account {
    private int balance = 10;

    public int balance() {
        return balance;
    }

    public void draw(int amount) {
        balance -= amount;
    }

    public static void main(String[] args) {
        Account account = new Account();
        account.draw(4);
        account.draw(4);
        account.draw(4);
    }
}
